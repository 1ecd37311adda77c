/**
 * One process: runs the packet engine on one configuration and prints its cost. Argument: JSON of `NetworkPoint`.
 *
 * The engine is the product's: relay switches, checked mode off, latency histogram and throughput observed. On meshes the traffic, ports and
 * seeds are those of the C++ yardstick, so that both must compute the same sums.
 */
import { multipleLid } from "@fabriclab/addressing-multiple-lid";
import { injector } from "@fabriclab/hca-injector";
import { randomStream } from "@fabriclab/kernel";
import { latency } from "@fabriclab/metrics-latency";
import { throughput } from "@fabriclab/metrics-throughput";
import { createNetwork, type NetworkConfig } from "@fabriclab/network";
import { cyclic } from "@fabriclab/routing-cyclic";
import type { MetricContext, Traffic } from "@fabriclab/spec";
import { roundRobin, roundRobinLanes } from "@fabriclab/switch-arbiters";
import { relay } from "@fabriclab/switch-relay";
import { asynchronous } from "@fabriclab/switch-replication";
import { linear } from "@fabriclab/tables-linear";
import { fatTree } from "@fabriclab/topology-fat-tree";
import { uniform } from "@fabriclab/traffic-patterns";
import { poisson } from "@fabriclab/traffic-poisson";
import type { EndportIx } from "@fabriclab/units";
import { buildState } from "../../../../packages/core/network/src/build.ts";
import { PACKET_WORDS } from "../../../../packages/core/network/src/layout.ts";
import {
  meshFabric,
  meshTables,
  yardstickTraffic,
} from "../../../../packages/core/network/test/yardstick.ts";

export interface NetworkPoint {
  readonly fabric:
    | { readonly kind: "mesh"; readonly K: number }
    | {
        readonly kind: "fat-tree";
        readonly ports: number;
        readonly levels: number;
      };
  readonly V: number;
  readonly bytes: number;
  readonly load: number;
  /** Packet-hops to measure, of which the second half, after all compiling, is timed. */
  readonly hops: number;
  readonly outputBuffer?: string;
}

export interface NetworkFigures {
  readonly nsPerHop: number;
  /** Wall time of the quickest 2 % of the pieces of 20,000 hops: about what an idle machine would take, while others work on this one. */
  readonly quickNsPerHop: number;
  /** The pieces' quartiles: two levels where a neighbour comes and goes. */
  readonly quartersNsPerHop: readonly number[];
  readonly eventsPerHop: number;
  readonly hops: number;
  readonly buildMs: number;
  readonly heapMB: number;
  /** Of the engine's memory: a port's record, and a packet's. */
  readonly bytesPerPort: number;
  readonly bytesPerPacket: number;
  readonly rssMB: number;
  /** Sums over the whole run, for the comparison with the yardstick. */
  readonly sums: {
    readonly hops: number;
    readonly delivered: number;
    readonly injected: number;
    readonly latencyTicks: number;
    readonly maxTicks: number;
  };
  readonly endTick: number;
}

const point = JSON.parse(process.argv[2] ?? "{}") as NetworkPoint;
const { V, bytes, load } = point;

const parts = {
  arbiter: roundRobin.build({}),
  laneScheduler: roundRobinLanes.build({}),
  replication: asynchronous.build({}),
};
const model = relay.build(
  relay.params.parse({
    virtualLanes: V,
    inputBuffer: "4 packets",
    outputBuffer: point.outputBuffer ?? "0 packets",
  }),
  parts,
);
const hca = injector.build(injector.params.parse({}));

interface Design {
  readonly fabric: NetworkConfig["fabric"];
  readonly tables: NetworkConfig["tables"];
  readonly traffic: Traffic;
  readonly hopsPerPacket: number;
}

/** The yardstick's mesh and traffic, or a fat tree under the product's own Poisson traffic. */
function design(): Design {
  if (point.fabric.kind === "mesh") {
    const { K } = point.fabric;
    const fabric = meshFabric(K);
    return {
      fabric,
      tables: meshTables(K, fabric, V),
      traffic: yardstickTraffic({
        K,
        lanes: V,
        bytes,
        load,
        switchCount: fabric.switchCount,
      }),
      hopsPerPacket: (2 * K) / 3 + 2,
    };
  }
  const fabric = fatTree.build(
    fatTree.params.parse({
      ports: point.fabric.ports,
      levels: point.fabric.levels,
    }),
  );
  const lids = multipleLid.assign(fabric, multipleLid.params.parse({}));
  const routing = cyclic.create({ fabric, lids }, cyclic.params.parse({}));
  if ("tables" in routing) throw new Error("cyclic is a rule");
  const tables = linear.build(
    { fabric, lids, routing, routingName: "cyclic", groups: [] },
    linear.params.parse({}),
  );
  const hosts = Array.from(
    { length: fabric.hostCount },
    (_, h) => (fabric.switchCount + h) as EndportIx,
  );
  const pattern = uniform.create(
    hosts.length,
    uniform.params.parse({}),
    randomStream(1, "pattern"),
  );
  const traffic = poisson.create(
    {
      fabric,
      tables,
      hosts,
      tickPs: 1000,
      bytePs: () => 4000,
      random: (name) => randomStream(1, name),
    },
    poisson.params.parse({ load, size: `${String(bytes)}B` }),
    { pattern },
  );
  return { fabric, tables, traffic, hopsPerPacket: 2 * point.fabric.levels };
}

const { fabric, tables, traffic, hopsPerPacket } = design();
const config: NetworkConfig = {
  fabric,
  tables,
  switchModels: [model],
  hca,
  traffic: [traffic],
  tickPs: 1000,
  link: { byteTimePs: 4000, flightPs: 20_000 },
  checked: false,
  injections: false,
};

const built = performance.now();
const network = createNetwork(config);
const buildMs = performance.now() - built;

const hosts = fabric.hostCount;
const context: MetricContext = {
  fabric,
  tickPs: 1000,
  sources: hosts,
  receivers: hosts,
  operations: 0,
  hostBytePs: 4000,
  bytePs: () => 4000,
  offeredLoad: load,
  traffic: [traffic],
};
const metrics = [
  latency.create(context, latency.params.parse({})),
  throughput.create(context, throughput.params.parse({})),
];

function advance(until: number): void {
  while (network.now < until) {
    network.run(until);
    const journal = network.journal;
    for (const metric of metrics) metric.observe(journal);
    network.clearJournal();
  }
}

// Mean hops per packet and the accepted load (at most 0.21 of the link on a mesh of 16) give the time that the wanted hops take.
const accepted =
  point.fabric.kind === "mesh"
    ? Math.min(load, (0.21 * 16) / point.fabric.K)
    : load;
const rate = (accepted * hosts * hopsPerPacket) / (bytes * 4);
const warm = Math.floor((0.15 * point.hops) / rate);
const end = Math.floor(warm + point.hops / rate);
// Why half: V8 compiles the loop several times, on other threads whose time counts too; a second of running is not its steady state.
advance(Math.floor((warm + end) / 2));
const before = network.counts;
const piece = 20_000 / rate;
const pieces: number[] = [];
const cpu = process.cpuUsage();
for (let until = network.now + piece; until < end; until += piece) {
  const hopsBefore = network.counts.packetHops;
  const start = performance.now();
  advance(Math.floor(until));
  pieces.push(
    ((performance.now() - start) * 1e6) /
      (network.counts.packetHops - hopsBefore),
  );
}
advance(end);
const used = process.cpuUsage(cpu);
const after = network.counts;
network.check();
const hops = after.packetHops - before.packetHops;
// Ticks are nanoseconds here. The mean is a quotient of integers below 2^53, so the product rounds back to the exact sum.
const measured = metrics[0]?.result(end)["latency"];
const latencyTicks = Math.round(
  (measured?.value ?? NaN) * (measured?.detail?.["count"] ?? NaN),
);
const maxTicks = measured?.detail?.["max"] ?? NaN;
pieces.sort((a, b) => a - b);
// After the run: building a state drafts the first packets of the streams.
const { portWords } = buildState(config).layout;
const figures: NetworkFigures = {
  nsPerHop: ((used.user + used.system) * 1000) / hops,
  quickNsPerHop: pieces[Math.floor(pieces.length / 50)] ?? NaN,
  quartersNsPerHop: [0.25, 0.5, 0.75].map(
    (share) => pieces[Math.floor(pieces.length * share)] ?? NaN,
  ),
  eventsPerHop: (after.events - before.events) / hops,
  hops,
  buildMs,
  heapMB: process.memoryUsage().heapUsed / 2 ** 20,
  bytesPerPort: 4 * portWords,
  bytesPerPacket: 4 * PACKET_WORDS,
  rssMB: process.resourceUsage().maxRSS / 1024,
  sums: {
    hops: after.packetHops,
    delivered: after.delivered,
    injected: after.injected,
    latencyTicks,
    maxTicks,
  },
  endTick: end,
};
process.stdout.write(JSON.stringify(figures));
