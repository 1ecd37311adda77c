import { sequential } from "@fabriclab/addressing-sequential";
import { isDeadlockFree } from "@fabriclab/analysis-deadlock";
import { randomStream } from "@fabriclab/kernel";
import { compose, runExperiment } from "@fabriclab/sim";
import {
  defineRouting,
  type Fabric,
  type ForwardingTables,
} from "@fabriclab/spec";
import { linear } from "@fabriclab/tables-linear";
import { randomFabric } from "@fabriclab/testing-fabrics";
import { multicastOperation } from "@fabriclab/traffic-multicast-operation";
import { multicastUnion } from "@fabriclab/tables-multicast-union";
import { multicastSpanningTree } from "@fabriclab/tables-multicast-spanning-tree";
import { uniform } from "@fabriclab/traffic-patterns";
import { poisson } from "@fabriclab/traffic-poisson";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { experiment, use } from "./laboratory.ts";
import {
  hostsOf,
  layeredTables,
  shortestTables,
  treeTables,
  upDownTables,
  withRandomLanes,
} from "./random-tables.ts";
import { scripted, type Sent } from "./scripted.ts";

/** Everybody to everybody, several times, all ready at once: as much as the network will ever hold. */
function everything(fabric: Fabric, rounds: number, seed: number): Sent[] {
  const random = randomStream(seed, "everything");
  const hosts = hostsOf(fabric).length;
  const drafts: { sent: Sent; key: number }[] = [];
  for (let round = 0; round < rounds; round++)
    for (let from = 0; from < hosts; from++)
      for (let to = 0; to < hosts; to++)
        if (from !== to)
          drafts.push({
            sent: {
              from,
              to,
              bytes: [32, 256, 2048][random.below(3)] ?? 0,
              at: 0,
            },
            key: random.uniform(),
          });
  return drafts.sort((a, b) => a.key - b.key).map(({ sent }) => sent);
}

const fabrics = randomFabric({
  minSwitches: 3,
  maxSwitches: 9,
  maxExtraLinks: 10,
  minHosts: 4,
  maxHosts: 10,
  mixedLinks: false,
});

interface Made {
  readonly tables: ForwardingTables;
  readonly lanes: number;
}

/** The kinds of tables, by name; undefined where a draw has none. */
const makers: Readonly<
  Record<string, (fabric: Fabric, seed: number) => Made | undefined>
> = {
  "a spanning tree": (fabric, seed) => ({
    tables: treeTables(fabric, randomStream(seed, "tables")),
    lanes: 1,
  }),
  "up*/down*": (fabric, seed) => ({
    tables: upDownTables(fabric, randomStream(seed, "tables")),
    lanes: 1,
  }),
  "up*/down* with SL2VL on two lanes": (fabric, seed) => {
    const random = randomStream(seed, "tables");
    const tables = upDownTables(fabric, random);
    return { tables: withRandomLanes(fabric, tables, 2, random), lanes: 2 };
  },
  "up*/down* with SL2VL on one lane": (fabric, seed) => {
    const random = randomStream(seed, "tables");
    const tables = upDownTables(fabric, random);
    return { tables: withRandomLanes(fabric, tables, 1, random), lanes: 1 };
  },
  "shortest paths layered on lanes": (fabric, seed) => {
    const tables = layeredTables(fabric, randomStream(seed, "tables"), 4);
    return tables === undefined ? undefined : { tables, lanes: tables.lanes };
  },
};

/** One packet per VL before the crossbar, and one or none behind it. */
const outputs = fc.constantFrom("0 packets", "1 packet");

describe("tables that audit clean never hang", () => {
  it.each(Object.entries(makers))("under %s", async (_, make) => {
    await fc.assert(
      fc.asyncProperty(
        fabrics,
        fc.integer({ min: 1, max: 1_000_000 }),
        outputs,
        async (fabric, seed, outputBuffer) => {
          const made = make(fabric, seed);
          fc.pre(made !== undefined);
          const { tables, lanes } = made as Made;
          // By construction; the audit must see it.
          expect(isDeadlockFree(fabric, tables)).toBe(true);
          const relay = { virtualLanes: lanes, outputBuffer };
          const packets = everything(fabric, 4, seed);
          const whole = await runExperiment(
            experiment({
              fabric,
              tables: { given: tables },
              traffic: [use(scripted(packets))],
              relay,
              metrics: [],
              seed,
            }),
          );
          expect(whole.deadlock).toBeUndefined();
          expect(whole.status).toBe("finished");
          expect(whole.packets.delivered).toBe(packets.length);
          // A host that is alone with itself has nobody to send to.
          const flood = await runExperiment(
            experiment({
              fabric,
              tables: { given: tables },
              traffic: [
                {
                  ...use(poisson, { load: 2, overload: true, size: "256B" }),
                  pattern: use(uniform),
                },
              ],
              relay,
              metrics: [],
              measure: { maxPackets: 3000 },
              seed,
            }),
          );
          expect(flood.status).not.toBe("deadlocked");
        },
      ),
      { numRuns: 40 },
    );
  });

  it.each([
    ["a tree", treeTables, multicastUnion],
    ["a tree", treeTables, multicastSpanningTree],
    ["up*/down*", upDownTables, multicastSpanningTree],
  ] as const)(
    "with unicast by %s and multicast together (%#)",
    async (_, make, multicast) => {
      let ran = 0;
      await fc.assert(
        fc.asyncProperty(
          randomFabric({
            minSwitches: 3,
            maxSwitches: 8,
            minHosts: 4,
            maxHosts: 9,
            maxHostPorts: 1,
            mixedLinks: false,
          }),
          fc.integer({ min: 1, max: 1_000_000 }),
          outputs,
          async (fabric, seed, outputBuffer) => {
            const unicast = make(fabric, randomStream(seed, "tables"));
            const packets = everything(fabric, 2, seed);
            const run = experiment({
              fabric,
              tables: {
                addressing: use(sequential),
                routing: use(ready(unicast)),
                unicast: use(linear),
                multicast: use(multicast),
              },
              traffic: [
                use(multicastOperation, {
                  sources: "all",
                  group: "60%",
                  repeats: 6,
                  size: "512B",
                }),
                use(scripted(packets)),
              ],
              relay: { outputBuffer },
              metrics: [],
              seed,
            });
            const { tables } = compose(run);
            fc.pre(isDeadlockFree(fabric, tables, { traffic: "both" }));
            ran += 1;
            const result = await runExperiment(run);
            expect(result.deadlock).toBeUndefined();
            expect(result.status).toBe("finished");
            expect(result.verdict).toMatch(
              /^Finished: \d+ copies delivered\.$/,
            );
          },
        ),
        { numRuns: 30 },
      );
      expect(ran).toBeGreaterThanOrEqual(30);
    },
  );
});

/** Tables that are there already, as a routing: builders of multicast tables follow them. */
const ready = (tables: ForwardingTables) =>
  defineRouting({
    name: "test-ready",
    summary: "Tables of a test.",
    cites: [],
    params: z.object({}),
    claims: {
      fabrics: "any",
      minimal: false,
      deadlockFree: { lanes: 1 },
      adaptive: false,
      toleratesFaults: false,
    },
    create: () => ({ tables: () => tables }),
  });

describe("random tables of the property", () => {
  it("are of both sorts where nothing keeps them from closing loops", () => {
    const verdicts = Array.from({ length: 60 }, (_, seed) => {
      const [fabric] = fc.sample(
        randomFabric({ minSwitches: 6, maxSwitches: 9, minHosts: 8 }),
        { seed, numRuns: 1 },
      );
      if (fabric === undefined) throw new Error("no fabric");
      const tables = shortestTables(fabric, randomStream(seed, "tables"));
      return isDeadlockFree(fabric, tables);
    });
    expect(new Set(verdicts)).toEqual(new Set([true, false]));
  });
});
