import { readFileSync } from "node:fs";
import { readIbnetdiscover } from "@fabriclab/formats-ibnetdiscover";
import { sharedFile } from "@fabriclab/testing-golden";
import { describe, expect, it } from "vitest";
import { opensmRoots } from "../src/root.ts";

// Fat trees whose top level OpenSM 3.3.23 found by itself, and other fabrics, on which its updn gave up.
const read = (file: string): string | undefined => {
  const path = sharedFile(`oracle/${file}`);
  return path === undefined ? undefined : readFileSync(path, "utf8");
};

describe.skipIf(read("README.md") === undefined)(
  "OpenSM's rule for roots",
  () => {
    const rootsOf = (name: string): string[] => {
      const fabric = readIbnetdiscover(
        read(`${name}/ibnetdiscover.txt`) ?? "",
      ).fabric;
      return opensmRoots(fabric)
        .map((sw) => `0x${fabric.nodeGuid[sw]!.toString(16).padStart(16, "0")}`)
        .sort();
    };

    it.each(["ft_4p3t", "ft_8p2t", "ft_8p3t"])(
      "finds the top level of %s",
      (name) => {
        const due = (read(`${name}/${name}.roots`) ?? "")
          .trim()
          .split(/\s+/)
          .sort();
        expect(due.length).toBeGreaterThan(1);
        expect(rootsOf(name)).toEqual(due);
      },
    );

    it.each(["irr_15", "mesh_4x4", "torus_4x4"])("finds none in %s", (name) => {
      expect(read(`${name}/updn/FAILED`)).toBeDefined();
      expect(rootsOf(name)).toEqual([]);
    });
  },
);
