/**
 * One process: the 15 switches of `fig6like` under Poisson traffic on all lanes, with the switch named. Argument: JSON of `IbaPoint`.
 *
 * Checked mode off, latency and throughput observed. CPU time of this process: the machine may be shared.
 */
import { sequential } from "@fabriclab/addressing-sequential";
import { injector } from "@fabriclab/hca-injector";
import { randomStream } from "@fabriclab/kernel";
import { latency } from "@fabriclab/metrics-latency";
import { throughput } from "@fabriclab/metrics-throughput";
import { createNetwork } from "@fabriclab/network";
import { spf } from "@fabriclab/routing-spf";
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
import { fig6like } from "@fabriclab/topology-irregular";
import { uniform } from "@fabriclab/traffic-patterns";
import { poisson } from "@fabriclab/traffic-poisson";
import type { EndportIx } from "@fabriclab/units";

export interface IbaPoint {
  /** `relay` with 15 lanes; `iba`: five stages, VL0-VL14 and VL15, two-table VL arbitration. */
  readonly model: "relay" | "iba";
  /** Of both; with output buffers, lanes of `iba` cross by weighted round-robin. */
  readonly outputBuffer: "0 packets" | "2 packets";
  readonly load: number;
  /** Packet-hops to measure, of which the second half, after all compiling, is timed. */
  readonly hops: number;
}

export interface IbaFigures {
  readonly nsPerHop: number;
  readonly eventsPerHop: number;
  readonly hops: number;
  /** Packets delivered, to show that both carried the same traffic. */
  readonly delivered: number;
  readonly injected: number;
}

const point = JSON.parse(process.argv[2] ?? "{}") as IbaPoint;
/** UD packet of a 1 KiB MTU. */
const BYTES = 1058;
const MEAN_HOPS = 4.6;

const parts = {
  arbiter: roundRobin.build({}),
  replication: asynchronous.build({}),
};
function modelOf(): SwitchModel {
  if (point.model === "relay")
    return relay.build(
      parseOptions(relay, {
        virtualLanes: 15,
        inputBuffer: "4 packets",
        outputBuffer: point.outputBuffer,
      }),
      { ...parts, laneScheduler: roundRobinLanes.build({}) },
    );
  const { outputBuffer } = point;
  return iba.build(parseOptions(iba, { outputBuffer }), {
    ...parts,
    laneScheduler: vlArbitration.build(
      parseOptions(vlArbitration, {
        high: "0:32,1:32,2:32,3:32,4:32,5:32,6:32,7:32",
        low: "8:16,9:16,10:16,11:16,12:16,13:16,14:16",
        highLimit: 4,
      }),
    ),
    ...(outputBuffer === "0 packets"
      ? {}
      : {
          crossbarScheduler: weightedRoundRobin.build(
            parseOptions(weightedRoundRobin, {}),
          ),
        }),
  });
}

const fabric = fig6like.build(parseOptions(fig6like, {}));
const lids = sequential.assign(fabric, parseOptions(sequential, {}));
const routing = spf.create({ fabric, lids }, parseOptions(spf, {}));
if ("tables" in routing) throw new Error("spf is a rule");
const tables = linear.build(
  { fabric, lids, routing, routingName: "spf", groups: [] },
  parseOptions(linear, {}),
);
const hosts = Array.from(
  { length: fabric.hostCount },
  (_, h) => (fabric.switchCount + h) as EndportIx,
);
const pattern = uniform.create(
  hosts.length,
  parseOptions(uniform, {}),
  randomStream(1, "pattern"),
);
const traffic = poisson.create(
  {
    fabric,
    tables,
    hosts,
    tickPs: 4000,
    bytePs: () => 4000,
    random: (name) => randomStream(1, name),
  },
  parseOptions(poisson, {
    load: point.load,
    size: `${String(BYTES)}B`,
    sl: Array.from({ length: 15 }, (_, sl) => sl),
    slChoice: "random",
  }),
  { pattern },
);
const network = createNetwork({
  fabric,
  tables,
  switchModels: [modelOf()],
  hca: injector.build(parseOptions(injector, {})),
  traffic: [traffic],
  tickPs: 4000,
  link: { byteTimePs: 4000, flightPs: 20_000 },
  checked: false,
  injections: false,
});
const context: MetricContext = {
  fabric,
  tickPs: 4000,
  sources: hosts.length,
  receivers: hosts.length,
  operations: 0,
  hostBytePs: 4000,
  bytePs: () => 4000,
  offeredLoad: point.load,
  traffic: [traffic],
};
const metrics = [
  latency.create(context, parseOptions(latency, {})),
  throughput.create(context, parseOptions(throughput, {})),
];

function advance(until: number): void {
  while (network.now < until) {
    network.run(until);
    for (const metric of metrics) metric.observe(network.journal);
    network.clearJournal();
  }
}

const rate = (point.load * hosts.length * MEAN_HOPS) / BYTES;
const end = Math.floor(point.hops / rate);
advance(Math.floor(end / 2));
const before = network.counts;
const cpu = process.cpuUsage();
advance(end);
const used = process.cpuUsage(cpu);
const after = network.counts;
const hops = after.packetHops - before.packetHops;
const figures: IbaFigures = {
  nsPerHop: ((used.user + used.system) * 1000) / hops,
  eventsPerHop: (after.events - before.events) / hops,
  hops,
  delivered: after.delivered,
  injected: after.injected,
};
process.stdout.write(JSON.stringify(figures));
