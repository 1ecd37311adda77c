import { isDeadlockFree } from "@fabriclab/analysis-deadlock";
import { parseOptions, type RoutingEngine } from "@fabriclab/spec";
import { compareTables, opensmDumps } from "@fabriclab/testing-golden";
import { describe, expect, it } from "vitest";
import { lash } from "../src/index.ts";

const dumps = opensmDumps("lash");

// Layers that OpenSM reported before balancing (for switch pairs, so without parallel cables).
const layers: Readonly<Record<string, number>> = {
  ft_4p3t: 2,
  ft_8p2t: 1,
  ft_8p3t: 6,
  mesh_4x4: 1,
  torus_4x4: 2,
  irr_15: 2,
};

describe.skipIf(dumps.length === 0)(
  "OpenSM's tables of lash (skipped where absent)",
  () => {
    it.each(dumps.map((dump) => [dump.name, dump] as const))(
      "are ours entry by entry, and our lanes hold no credit loop: %s",
      (name, dump) => {
        const { fabric, tables } = dump.read();
        if (tables === undefined) throw new Error("no tables in the dump");
        const engine = lash.create(
          { fabric, lids: tables.lids },
          parseOptions(lash, {}),
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
        const reported = layers[name.replace(/\/.*$/, "")];
        if (reported !== undefined) expect(ours.lanes).toBe(reported);
        expect(ours.lanes).toBeLessThanOrEqual(tables.lanes);
      },
    );

    it("are of six made fabrics and a real one at least", () => {
      expect(dumps.length).toBeGreaterThanOrEqual(7);
    });
  },
);
