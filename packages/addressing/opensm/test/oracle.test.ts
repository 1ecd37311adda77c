import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { readIbnetdiscover } from "@fabriclab/formats-ibnetdiscover";
import { readGuid2lid } from "@fabriclab/formats-opensm";
import { parseOptions } from "@fabriclab/spec";
import { sharedFile } from "@fabriclab/testing-golden";
import { describe, expect, it } from "vitest";
import { opensm } from "../src/index.ts";

// What OpenSM 3.3.23 gave out; skipped where absent.
const oracle = sharedFile("oracle");

const folders = (path: string | undefined): string[] =>
  path === undefined
    ? []
    : readdirSync(path, { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map((entry) => entry.name);

const variants = folders(oracle).flatMap((name) =>
  folders(join(oracle ?? "", name))
    .filter((variant) =>
      existsSync(join(oracle ?? "", name, variant, "guid2lid.txt")),
    )
    .map((variant) => [name, variant] as const),
);

describe.skipIf(oracle === undefined)("OpenSM's LIDs", () => {
  it.each(variants)("are ours: %s, %s", (name, variant) => {
    const read = (file: string): string =>
      readFileSync(join(oracle ?? "", name, file), "utf8");
    const { fabric } = readIbnetdiscover(read("ibnetdiscover.txt"));
    const theirs = readGuid2lid(read(join(variant, "guid2lid.txt")), fabric);
    const lmc = Number(/_lmc(\d)$/.exec(variant)?.[1] ?? 0);
    const ours = opensm.assign(fabric, parseOptions(opensm, { lmc }));
    expect(ours).toEqual(theirs);
    expect(ours.topLid).toBeGreaterThanOrEqual(
      fabric.switchCount + fabric.hostCount * 2 ** lmc,
    );
  });

  it("come in 100 folders", () => {
    expect(variants.length).toBeGreaterThan(90);
  });
});
