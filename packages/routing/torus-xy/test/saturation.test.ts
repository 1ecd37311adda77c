import { sequential } from "@fabriclab/addressing-sequential";
import { injector } from "@fabriclab/hca-injector";
import { throughput } from "@fabriclab/metrics-throughput";
import { defaultMeasure, runExperiment, use } from "@fabriclab/sim";
import { defineLaneTables, type LaneTablesPlugin } from "@fabriclab/spec";
import { roundRobin, roundRobinLanes } from "@fabriclab/switch-arbiters";
import { relay } from "@fabriclab/switch-relay";
import { asynchronous } from "@fabriclab/switch-replication";
import { linear } from "@fabriclab/tables-linear";
import { datelineLanes } from "@fabriclab/tables-service-lanes";
import { mesh } from "@fabriclab/topology-mesh";
import { multicastOperation } from "@fabriclab/traffic-multicast-operation";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { torusXy } from "../src/index.ts";

/** Everything on VL 0: what the datelines prevent. */
const flat = defineLaneTables({
  name: "flat",
  summary: "One lane.",
  cites: [],
  params: z.object({}),
  claims: {},
  build: ({ fabric }) => ({
    lanes: 1,
    sl2vl: Array.from({ length: fabric.switchCount }, (_, sw) => {
      const ports =
        (fabric.portStart[sw + 1] ?? 0) - (fabric.portStart[sw] ?? 0) + 1;
      return new Uint8Array(ports * ports * 16);
    }),
    hostSl2vl: new Uint8Array(16),
  }),
});

/** Everybody sends four packets to everybody else, all at once, through buffers of one packet. */
function run(columns: number, rows: number, lanes: LaneTablesPlugin) {
  const grid = use(mesh, { columns, rows, wrap: true });
  return runExperiment({
    name: "saturation",
    seed: 3,
    fabric: grid.plugin.build(grid.options),
    tables: {
      addressing: use(sequential),
      routing: use(torusXy),
      unicast: use(linear),
      lanes: use(lanes),
    },
    switchModel: {
      use: use(relay, { virtualLanes: 2 }),
      arbiter: use(roundRobin),
      laneScheduler: use(roundRobinLanes),
      replication: use(asynchronous),
    },
    hca: use(injector),
    link: {},
    traffic: [
      use(multicastOperation, {
        send: "unicast",
        sources: "100%",
        group: "100%",
        size: "256B",
        framing: "jumbo",
        repeats: 4,
      }),
    ],
    metrics: [use(throughput)],
    measure: defaultMeasure,
    threads: 1,
    checked: true,
  });
}

describe.each([
  [7, 7],
  [8, 6],
  [3, 7],
])("a torus of %i columns and %i rows, overloaded", (columns, rows) => {
  const hosts = columns * rows;

  it("delivers everything with dateline lanes", async () => {
    const result = await run(columns, rows, datelineLanes);
    expect(result.status).toBe("finished");
    expect(result.packets.delivered).toBe(4 * hosts * (hosts - 1));
  });

  it("stops on one lane, in a cycle of at least one ring", async () => {
    const result = await run(columns, rows, flat);
    expect(result.status).toBe("deadlocked");
    expect(result.deadlock?.length).toBeGreaterThanOrEqual(5);
  });
});
