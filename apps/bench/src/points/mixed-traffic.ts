/**
 * One process: video and Poisson packets on 15 lanes at 60 % load, with the switch named. Argument: JSON of `MixedPoint`.
 *
 * Checked mode off, latency and throughput observed. CPU time of this process: the machine may be shared.
 */
import { sequential } from "@fabriclab/addressing-sequential";
import { injector } from "@fabriclab/hca-injector";
import { randomStream } from "@fabriclab/kernel";
import { latency } from "@fabriclab/metrics-latency";
import { throughput } from "@fabriclab/metrics-throughput";
import { createNetwork } from "@fabriclab/network";
import {
  parseOptions,
  type MetricContext,
  type SwitchModel,
} from "@fabriclab/spec";
import { roundRobin, roundRobinLanes } from "@fabriclab/switch-arbiters";
import { iba } from "@fabriclab/switch-iba";
import { relay } from "@fabriclab/switch-relay";
import { asynchronous } from "@fabriclab/switch-replication";
import {
  vlArbitration,
  weightedRoundRobin,
} from "@fabriclab/switch-vl-arbitration";
import { linear } from "@fabriclab/tables-linear";
import { irregular } from "@fabriclab/topology-irregular";
import { mesh } from "@fabriclab/topology-mesh";
import { uniform } from "@fabriclab/traffic-patterns";
import { poisson } from "@fabriclab/traffic-poisson";
import type { EndportIx } from "@fabriclab/units";
import { negativeFirst } from "../../../../packages/routing/negative-first/src/index.ts";
import { updown } from "../../../../packages/routing/updown/src/index.ts";
import { lfu } from "../../../../packages/switch/path-select/src/index.ts";
import { mpeg2 } from "../../../../packages/traffic/mpeg2/src/index.ts";

export interface MixedPoint {
  /** Of both: input buffers of 4 packets, output buffers of 1. */
  readonly model: "relay" | "iba";
  /** false: 15 switches, 23 links, Up/Down; true: a 4x4 mesh, negative-first, LFU among its ports. */
  readonly select: boolean;
  /** Milliseconds of simulated time, of which the second half, after all compiling, is timed. */
  readonly milliseconds: number;
}

export interface MixedFigures {
  readonly nsPerHop: number;
  readonly eventsPerHop: number;
  readonly hops: number;
  readonly delivered: number;
}

const point = JSON.parse(process.argv[2] ?? "{}") as MixedPoint;
const TICK_PS = 4000;
const parts = {
  arbiter: roundRobin.build({}),
  replication: asynchronous.build({}),
  ...(point.select ? { select: lfu.build({}) } : {}),
};

function modelOf(): SwitchModel {
  const buffers = { inputBuffer: "4 packets", outputBuffer: "1 packet" };
  if (point.model === "relay")
    return relay.build(parseOptions(relay, { virtualLanes: 15, ...buffers }), {
      ...parts,
      laneScheduler: roundRobinLanes.build({}),
    });
  return iba.build(parseOptions(iba, buffers), {
    ...parts,
    laneScheduler: vlArbitration.build(
      parseOptions(vlArbitration, {
        high: "0:20,1:20,2:20,3:20,4:20,5:20,6:20,7:20",
        low: "8:20,9:20,10:20,11:20,12:20,13:20,14:20",
        highLimit: 255,
      }),
    ),
    crossbarScheduler: weightedRoundRobin.build(
      parseOptions(weightedRoundRobin, { weight: 20 }),
    ),
  });
}

const fabric = point.select
  ? mesh.build(parseOptions(mesh, { rows: 4, columns: 4 }))
  : irregular.build(
      parseOptions(irregular, { switches: 15, links: 23, degree: 4, seed: 2 }),
    );
const lids = sequential.assign(fabric, parseOptions(sequential, {}));
const routing = point.select
  ? negativeFirst.create({ fabric, lids }, parseOptions(negativeFirst, {}))
  : updown.create(
      { fabric, lids },
      parseOptions(updown, { mode: "autonet", root: "best" }),
    );
if ("tables" in routing) throw new Error("these routings are rules");
const tables = linear.build(
  { fabric, lids, routing, routingName: "bench", groups: [] },
  parseOptions(linear, {}),
);
if (point.select && tables.portSets === undefined)
  throw new Error("the tables offer no choice");
const hosts = Array.from(
  { length: fabric.hostCount },
  (_, h) => (fabric.switchCount + h) as EndportIx,
);
const context = {
  fabric,
  tables,
  hosts,
  tickPs: TICK_PS,
  bytePs: () => 4000,
  random: (name: string) => randomStream(1, name),
};
const pattern = uniform.create(
  hosts.length,
  parseOptions(uniform, {}),
  randomStream(1, "pattern"),
);
const traffic = [
  mpeg2.create(
    context,
    parseOptions(mpeg2, {
      load: 0.42,
      frames: Math.ceil(point.milliseconds / 30),
      mtu: "1024B",
      headers: "ud",
      sl: [0, 1, 2, 3, 4, 5, 6, 7],
    }),
    { pattern },
  ),
  poisson.create(
    context,
    parseOptions(poisson, {
      load: 0.18,
      size: "1024B",
      headers: "ud",
      sl: [8, 9, 10, 11, 12, 13, 14],
      slChoice: "round-robin",
    }),
    { pattern },
  ),
];
const network = createNetwork({
  fabric,
  tables,
  switchModels: [modelOf()],
  hca: injector.build(parseOptions(injector, {})),
  traffic,
  tickPs: TICK_PS,
  link: { byteTimePs: 4000, flightPs: 20_000 },
  checked: false,
  injections: false,
});
const seen: MetricContext = {
  fabric,
  tickPs: TICK_PS,
  sources: hosts.length,
  receivers: hosts.length,
  operations: 0,
  hostBytePs: 4000,
  bytePs: () => 4000,
  offeredLoad: 0.6,
  traffic,
};
const metrics = [
  latency.create(seen, parseOptions(latency, {})),
  throughput.create(seen, parseOptions(throughput, {})),
];

function advance(until: number): void {
  while (network.now < until) {
    network.run(until);
    for (const metric of metrics) metric.observe(network.journal);
    network.clearJournal();
  }
}

const end = Math.floor((point.milliseconds * 1e9) / TICK_PS);
advance(Math.floor(end / 2));
const before = network.counts;
const cpu = process.cpuUsage();
advance(end);
const used = process.cpuUsage(cpu);
const after = network.counts;
const hops = after.packetHops - before.packetHops;
if (network.diagnose() !== undefined) throw new Error("the network deadlocked");
const figures: MixedFigures = {
  nsPerHop: ((used.user + used.system) * 1000) / hops,
  eventsPerHop: (after.events - before.events) / hops,
  hops,
  delivered: after.delivered,
};
process.stdout.write(JSON.stringify(figures));
