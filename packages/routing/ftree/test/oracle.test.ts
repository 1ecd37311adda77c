import { opensm } from "@fabriclab/addressing-opensm";
import { FabricError, parseOptions, type RoutingEngine } from "@fabriclab/spec";
import {
  compareTables,
  opensmDumps,
  type OpensmDump,
} from "@fabriclab/testing-golden";
import { describe, expect, it } from "vitest";
import { ftree } from "../src/index.ts";

const dumps = opensmDumps("ftree");

/** Where compute nodes were listed, the other hosts were listed as I/O nodes, with two reverse hops: told by the tables, which are equal then only. */
function optionsOf({ fabric, roots, compute }: OpensmDump): object {
  const guid = (node: number): string =>
    `0x${(fabric.nodeGuid[node] ?? 0n).toString(16)}`;
  const others = Array.from({ length: fabric.hostCount }, (_, host) =>
    guid(fabric.switchCount + host),
  ).filter((host) => !compute.includes(host));
  return {
    ...(roots.length > 0 ? { roots: [...roots] } : {}),
    ...(compute.length > 0
      ? { compute: [...compute], io: others, reverseHops: 2 }
      : {}),
  };
}

describe.skipIf(dumps.length === 0)(
  "OpenSM's tables of ftree (skipped where absent)",
  () => {
    it.each(dumps.map((dump) => [dump.name, dump] as const))(
      "are ours entry by entry, or refused by both: %s",
      (_, file) => {
        const dump = file.read();
        const { fabric, tables } = dump;
        const options = parseOptions(ftree, optionsOf(dump));
        if (tables === undefined) {
          const lids = opensm.assign(fabric, parseOptions(opensm, {}));
          expect(() => ftree.create({ fabric, lids }, options)).toThrow(
            FabricError,
          );
          return;
        }
        const engine = ftree.create(
          { fabric, lids: tables.lids },
          options,
        ) as RoutingEngine;
        const { entries, different, examples } = compareTables(
          fabric,
          engine.tables(),
          tables,
        );
        expect([different, examples]).toEqual([0, []]);
        expect(entries).toBe(fabric.switchCount * tables.lids.topLid);
      },
    );

    it("are of trees, of fabrics that are none, and of two real ones", () => {
      const kinds = dumps.map(({ name }) => name.replace(/^.*\//, ""));
      expect(new Set(kinds)).toEqual(
        new Set(["ftree", "ftree_roots", "ftree_roots_cn"]),
      );
    });
  },
);
