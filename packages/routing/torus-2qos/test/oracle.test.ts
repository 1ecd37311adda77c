import { readFileSync } from "node:fs";
import { isDeadlockFree } from "@fabriclab/analysis-deadlock";
import { hostEndports } from "@fabriclab/paths";
import { parseOptions, type RoutingEngine } from "@fabriclab/spec";
import {
  compareTables,
  opensmDumps,
  sharedFile,
} from "@fabriclab/testing-golden";
import { describe, expect, it } from "vitest";
import { torus2qos } from "../src/index.ts";

const dumps = opensmDumps("torus-2QoS");

describe.skipIf(dumps.length === 0)(
  "OpenSM's tables of torus-2QoS (skipped where absent)",
  () => {
    it.each(dumps.map((dump) => [dump.name, dump] as const))(
      "are ours entry by entry, service levels and lanes too: %s",
      (name, dump) => {
        const { fabric, tables } = dump.read();
        if (tables === undefined) throw new Error("no tables in the dump");
        const topology = name.replace(/\/.*$/, "");
        const file = sharedFile(`oracle/${topology}/${topology}.torus.conf`);
        if (file === undefined) throw new Error("no configuration");
        const engine = torus2qos.create(
          { fabric, lids: tables.lids },
          parseOptions(torus2qos, { conf: readFileSync(file, "utf8") }),
        ) as RoutingEngine;
        const ours = engine.tables();
        const { entries, different, examples } = compareTables(
          fabric,
          ours,
          tables,
        );
        expect([different, examples]).toEqual([0, []]);
        expect(entries).toBe(fabric.switchCount * tables.lids.topLid);
        for (const source of hostEndports(fabric, tables))
          for (const destination of hostEndports(fabric, tables))
            if (source !== destination)
              expect(ours.pathSl(source, destination)).toBe(
                tables.pathSl(source, destination),
              );
        let mapped = 0;
        for (const [sw, table] of (tables.sl2vl ?? []).entries()) {
          const radix =
            (fabric.portStart[sw + 1] ?? 0) - (fabric.portStart[sw] ?? 0);
          for (let into = 0; into <= radix; into++)
            for (let out = 1; out <= radix; out++)
              for (let sl = 0; sl < 16; sl++) {
                const place = (into * (radix + 1) + out) * 16 + sl;
                const port = (fabric.portStart[sw] ?? 0) + out - 1;
                // Lanes of a port without cable are of no account.
                if ((fabric.portPeer[port] ?? -1) < 0) continue;
                mapped += 1;
                expect([sw, into, out, sl, ours.sl2vl?.[sw]?.[place]]).toEqual([
                  sw,
                  into,
                  out,
                  sl,
                  table[place],
                ]);
              }
        }
        expect(mapped).toBeGreaterThan(0);
        expect(isDeadlockFree(fabric, ours)).toBe(true);
      },
    );

    it("are of a torus and a mesh at least", () => {
      expect(dumps.length).toBeGreaterThanOrEqual(2);
    });
  },
);
