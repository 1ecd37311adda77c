/**
 * One process: a long run of the packet engine, the heap measured after a forced collection at every tenth of it, and what is allocated in its second half. Argument: JSON { events }.
 * Run with --expose-gc.
 */
import { injector } from "@fabriclab/hca-injector";
import { createNetwork } from "@fabriclab/network";
import { roundRobin, roundRobinLanes } from "@fabriclab/switch-arbiters";
import { relay } from "@fabriclab/switch-relay";
import { asynchronous } from "@fabriclab/switch-replication";
import {
  meshFabric,
  meshTables,
  yardstickTraffic,
} from "../../../../packages/core/network/test/yardstick.ts";

const { events } = JSON.parse(process.argv[2] ?? "{}") as {
  readonly events: number;
};
const collect = (globalThis as { gc?: () => void }).gc;
if (collect === undefined) throw new Error("run with --expose-gc");

const K = 16;
const fabric = meshFabric(K);
const network = createNetwork({
  fabric,
  tables: meshTables(K, fabric, 1),
  switchModels: [
    relay.build(
      relay.params.parse({
        inputBuffer: "4 packets",
        outputBuffer: "0 packets",
      }),
      {
        arbiter: roundRobin.build({}),
        laneScheduler: roundRobinLanes.build({}),
        replication: asynchronous.build({}),
      },
    ),
  ],
  hca: injector.build(injector.params.parse({})),
  traffic: [
    yardstickTraffic({
      K,
      lanes: 1,
      bytes: 256,
      load: 0.15,
      switchCount: fabric.switchCount,
    }),
  ],
  tickPs: 1000,
  link: { byteTimePs: 4000, flightPs: 20_000 },
  checked: false,
});

const heapMB: number[] = [];
let until = 0;
let allocated = 0;
let half = 0;
for (let tenth = 1; tenth <= 10; tenth++) {
  if (tenth === 6) half = network.counts.events;
  while (network.counts.events < (events * tenth) / 10) {
    until += 200_000;
    const before = process.memoryUsage().heapUsed;
    while (network.now < until) {
      network.run(until);
      network.clearJournal();
    }
    // Why only growth: a collection in between hides what these hundred thousand events allocated, no more.
    if (tenth > 5)
      allocated += Math.max(0, process.memoryUsage().heapUsed - before);
  }
  collect();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  heapMB.push((heapUsed + arrayBuffers) / 2 ** 20);
}
network.check();
const counted = network.counts.events;
process.stdout.write(
  JSON.stringify({
    events: counted,
    heapMB,
    bytesPerEvent: allocated / (counted - half),
  }),
);
