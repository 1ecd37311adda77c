import { opensm } from "@fabriclab/addressing-opensm";
import {
  FabricError,
  parseOptions,
  type Fabric,
  type ForwardingTables,
  type LidTable,
  type RoutingEngine,
} from "@fabriclab/spec";
import { compareTables, opensmDumps } from "@fabriclab/testing-golden";
import { describe, expect, it } from "vitest";
import { updn } from "../src/index.ts";

const dumps = opensmDumps("updn");

function route(
  fabric: Fabric,
  lids: LidTable,
  roots: readonly string[],
): ForwardingTables {
  const options = roots.length === 0 ? {} : { roots: [...roots] };
  const engine = updn.create({ fabric, lids }, parseOptions(updn, options));
  return (engine as RoutingEngine).tables();
}

describe.skipIf(dumps.length === 0)(
  "OpenSM's tables of updn (skipped where absent)",
  () => {
    it.each(dumps.map((dump) => [dump.name, dump] as const))(
      "are ours entry by entry, or refused by both: %s",
      (_, dump) => {
        const { fabric, tables, roots } = dump.read();
        if (tables === undefined) {
          const lids = opensm.assign(fabric, parseOptions(opensm, {}));
          expect(() => route(fabric, lids, roots)).toThrow(FabricError);
          return;
        }
        const { entries, different, examples } = compareTables(
          fabric,
          route(fabric, tables.lids, roots),
          tables,
        );
        expect([different, examples]).toEqual([0, []]);
        expect(entries).toBe(fabric.switchCount * tables.lids.topLid);
      },
    );

    it("are of every fabric, with roots named and found, and LMC 1", () => {
      const kinds = dumps.map(({ name }) => name.replace(/^.*\//, ""));
      expect(new Set(kinds)).toEqual(
        new Set(["updn", "updn_roots", "updn_roots_lmc1"]),
      );
    });
  },
);
