import { parseOptions, type RoutingEngine } from "@fabriclab/spec";
import { compareTables, opensmDumps } from "@fabriclab/testing-golden";
import { describe, expect, it } from "vitest";
import { sssp } from "../src/index.ts";

const dumps = opensmDumps("sssp");

describe.skipIf(dumps.length === 0)(
  "OpenSM's tables of sssp (skipped where absent)",
  () => {
    it.each(dumps.map((dump) => [dump.name, dump] as const))(
      "are ours entry by entry: %s",
      (_, dump) => {
        const { fabric, tables } = dump.read();
        if (tables === undefined) throw new Error("no tables in the dump");
        const engine = sssp.create(
          { fabric, lids: tables.lids },
          parseOptions(sssp, {}),
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

    it("are of six made fabrics and a real one at least", () => {
      expect(dumps.length).toBeGreaterThanOrEqual(7);
    });
  },
);
