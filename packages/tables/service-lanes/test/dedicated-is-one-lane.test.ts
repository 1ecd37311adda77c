import { sequential } from "@fabriclab/addressing-sequential";
import { injector } from "@fabriclab/hca-injector";
import { completion } from "@fabriclab/metrics-completion";
import { latency } from "@fabriclab/metrics-latency";
import { xy } from "@fabriclab/routing-xy";
import { defaultMeasure, runExperiment, use } from "@fabriclab/sim";
import { roundRobin, roundRobinLanes } from "@fabriclab/switch-arbiters";
import { relay } from "@fabriclab/switch-relay";
import { asynchronous } from "@fabriclab/switch-replication";
import { linear } from "@fabriclab/tables-linear";
import { multicastUnion } from "@fabriclab/tables-multicast-union";
import { mesh } from "@fabriclab/topology-mesh";
import { multicastOperation } from "@fabriclab/traffic-multicast-operation";
import { describe, expect, it } from "vitest";
import { serviceLanes } from "../src/index.ts";

const grid = use(mesh, { columns: 5, rows: 4 });
const fabric = grid.plugin.build(grid.options);

/** Every host sends a message to 40 % of the others; completion time and latency as the metrics have them. */
async function run(
  configuration: string,
  send: "unicast" | "multicast",
  sl: number,
) {
  const lanes = use(serviceLanes, { configuration });
  const result = await runExperiment({
    name: configuration,
    seed: 7,
    fabric,
    tables: {
      addressing: use(sequential),
      routing: use(xy),
      unicast: use(linear),
      multicast: use(multicastUnion),
      lanes,
    },
    switchModel: {
      use: use(relay, { virtualLanes: 4 }),
      arbiter: use(roundRobin),
      laneScheduler: use(roundRobinLanes),
      replication: use(asynchronous),
    },
    hca: use(injector),
    link: {},
    traffic: [
      use(multicastOperation, {
        send,
        sources: "100%",
        group: "40%",
        size: "128B",
        sl,
      }),
    ],
    metrics: [use(completion), use(latency)],
    measure: defaultMeasure,
    threads: 1,
    checked: true,
  });
  expect(result.status).toBe("finished");
  return result.metrics;
}

// SPEC §2.4: with dedicated lanes a link only ever carries one of them, so with equal buffers per VL they are one lane under several names.
describe.each(["unicast", "multicast"] as const)(
  "dedicated lanes, %s",
  (send) => {
    it.each(["2VL-dedicated", "4VL-dedicated", "N:VL0;E:VL1;S:VL2;W:VL3"])(
      "%s takes exactly as long as one lane",
      async (configuration) => {
        const one = await run("1VL", send, 0);
        expect(await run(configuration, send, 0)).toEqual(one);
        expect(await run(configuration, send, 3)).toEqual(one);
      },
    );
  },
);
