import { isDeadlockFree } from "@fabriclab/analysis-deadlock";
import { parseOptions, type RoutingEngine } from "@fabriclab/spec";
import { compareTables, opensmDumps } from "@fabriclab/testing-golden";
import { describe, expect, it } from "vitest";
import { dfsssp } from "../src/index.ts";

const dumps = opensmDumps("dfsssp");

// "Virtual Lanes needed" in OpenSM's log, before it balances paths over all eight.
const layers: Readonly<Record<string, number>> = {
  ft_4p3t: 1,
  ft_8p2t: 1,
  ft_8p3t: 1,
  mesh_4x4: 3,
  torus_4x4: 3,
  irr_15: 2,
};

describe.skipIf(dumps.length === 0)(
  "OpenSM's tables of dfsssp (skipped where absent)",
  () => {
    it.each(dumps.map((dump) => [dump.name, dump] as const))(
      "are ours entry by entry, and our lanes hold no credit loop: %s",
      (name, dump) => {
        const { fabric, tables } = dump.read();
        if (tables === undefined) throw new Error("no tables in the dump");
        const engine = dfsssp.create(
          { fabric, lids: tables.lids },
          parseOptions(dfsssp, {}),
        ) as RoutingEngine;
        const ours = engine.tables();
        const { entries, different, examples } = compareTables(
          fabric,
          ours,
          tables,
        );
        expect([different, examples]).toEqual([0, []]);
        expect(entries).toBe(fabric.switchCount * tables.lids.topLid);
        expect(isDeadlockFree(fabric, ours)).toBe(true);
        const theirs = layers[name.replace(/\/.*$/, "")] ?? tables.lanes;
        expect(ours.lanes).toBeLessThanOrEqual(theirs);
      },
    );

    it("are of six made fabrics and a real one at least", () => {
      expect(dumps.length).toBeGreaterThanOrEqual(7);
    });
  },
);
