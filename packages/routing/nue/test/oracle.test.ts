import { routeCounts } from "@fabriclab/analysis-balance";
import { isDeadlockFree } from "@fabriclab/analysis-deadlock";
import { parseOptions, type RoutingEngine } from "@fabriclab/spec";
import { opensmDumps } from "@fabriclab/testing-golden";
import { describe, expect, it } from "vitest";
import { nue } from "../src/index.ts";

// Plain `nue` is OpenSM's default of one lane, on a real fabric.
const variants = { nue: 1, nue_vl1: 1, nue_vl2: 2, nue_vl4: 4, nue_vl8: 8 };
const dumps = Object.entries(variants).flatMap(([variant, lanes]) =>
  opensmDumps(variant).map((dump) => ({ lanes, dump })),
);

describe.skipIf(dumps.length === 0)(
  "beside OpenSM's nue (skipped where absent)",
  () => {
    it.each(dumps.map(({ lanes, dump }) => [dump.name, lanes, dump] as const))(
      "the busiest channel is no busier, nothing can block, no lane more is used: %s",
      (_, lanes, dump) => {
        const { fabric, tables } = dump.read();
        if (tables === undefined) throw new Error("no tables in the dump");
        const engine = nue.create(
          { fabric, lids: tables.lids },
          parseOptions(nue, { lanes }),
        ) as RoutingEngine;
        const ours = engine.tables();
        expect(ours.lanes).toBeLessThanOrEqual(lanes);
        expect(isDeadlockFree(fabric, ours)).toBe(true);
        expect(routeCounts(fabric, ours).max).toBeLessThanOrEqual(
          routeCounts(fabric, tables).max,
        );
      },
    );

    it("on six fabrics with four numbers of lanes, and a real one, at least", () => {
      expect(dumps.length).toBeGreaterThanOrEqual(25);
    });
  },
);
