/**
 * One process: the HPP switch. Argument: JSON of `HppPoint`. Checked mode off; CPU time of this process, as the machine may be shared.
 */
import { sequential } from "@fabriclab/addressing-sequential";
import { injector } from "@fabriclab/hca-injector";
import { randomStream } from "@fabriclab/kernel";
import { createNetwork } from "@fabriclab/network";
import { singleLid } from "@fabriclab/routing-single-lid";
import { parseOptions, type TrafficTablesContext } from "@fabriclab/spec";
import { matrix, roundRobinLanes } from "@fabriclab/switch-arbiters";
import { hpp } from "@fabriclab/switch-hpp";
import { bulletinBoard } from "@fabriclab/switch-replication";
import { linear } from "@fabriclab/tables-linear";
import { multicastSpanningTree } from "@fabriclab/tables-multicast-spanning-tree";
import { barrierOperation } from "@fabriclab/traffic-barrier-operation";
import { fatTree } from "@fabriclab/topology-fat-tree";
import { multicastOperation } from "@fabriclab/traffic-multicast-operation";
import { uniform } from "@fabriclab/traffic-patterns";
import { poisson } from "@fabriclab/traffic-poisson";
import type { EndportIx } from "@fabriclab/units";

export type HppPoint =
  /** Sixteen ports, 256-byte packets on three virtual channels, more offered than the links carry. */
  | { readonly kind: "saturated"; readonly cycles: number }
  /** The same with 256-byte packets, and sixteen groups, each with a parent port of its own, that meet at a barrier every 50 us. */
  | { readonly kind: "barriers"; readonly cycles: number }
  /** 1024 nodes of a three-level fat tree, one of which sends multicasts of 64 bytes to all others. */
  | { readonly kind: "multicast"; readonly multicasts: number };

export interface HppFigures {
  /** Of 3.2 ns. */
  readonly cycles: number;
  readonly packetHops: number;
  readonly delivered: number;
  readonly events: number;
  /** Of the simulation alone; tables and compiling are not in it. */
  readonly cpuSeconds: number;
}

const CYCLE_PS = 3200;
/** Every delay of these runs is a multiple. */
const TICK_PS = 1600;

const point = JSON.parse(process.argv[2] ?? "{}") as HppPoint;
const big = point.kind === "multicast";
const fabric = fatTree.build(
  parseOptions(fatTree, { ports: 16, levels: big ? 3 : 1 }),
);
const hosts = Array.from(
  { length: fabric.hostCount },
  (_, h) => (fabric.switchCount + h) as EndportIx,
);
const lids = sequential.assign(fabric, parseOptions(sequential, {}));
const routing = singleLid.create({ fabric, lids }, parseOptions(singleLid, {}));
if ("tables" in routing) throw new Error("single-lid is a rule");

const context = {
  fabric,
  hosts,
  tickPs: TICK_PS,
  bytePs: () => 1600,
  random: (name: string) => randomStream(1, name),
};
const operations = parseOptions(multicastOperation, {
  sourceAt: 0,
  group: "all",
  size: "64B",
  sl: 2,
  repeats: big ? point.multicasts : 1,
});
const groups = big ? multicastOperation.groups(context, operations) : [];
const given = { fabric, lids, routing, routingName: "single-lid", groups };
const unicast = linear.build(given, parseOptions(linear, {}));
const tables = big
  ? {
      ...unicast,
      multicast: multicastSpanningTree.build(
        given,
        parseOptions(multicastSpanningTree, {}),
      ),
    }
  : unicast;
const model = hpp.build(parseOptions(hpp, {}), {
  arbiter: matrix.build({}),
  laneScheduler: roundRobinLanes.build({}),
  replication: bulletinBoard.build(parseOptions(bulletinBoard, {})),
});
const full: TrafficTablesContext = {
  ...context,
  tables,
  barrierLane: model.barrierLane,
};
const traffic = big
  ? multicastOperation.create(full, operations, {})
  : poisson.create(
      full,
      parseOptions(poisson, {
        load: 1.5,
        overload: true,
        size: "256B",
        sl: [0, 1, 2],
        slChoice: "random",
      }),
      {
        pattern: uniform.create(
          hosts.length,
          parseOptions(uniform, {}),
          randomStream(1, "pattern"),
        ),
      },
    );
const barriers = () =>
  barrierOperation.create(
    full,
    parseOptions(barrierOperation, {
      groups: hosts.map((_, parent) => ({ parent })),
      interval: "50us",
    }),
    {},
  );
const network = createNetwork({
  fabric,
  tables,
  switchModels: [model],
  hca: injector.build(parseOptions(injector, {})),
  traffic: point.kind === "barriers" ? [traffic, barriers()] : [traffic],
  tickPs: TICK_PS,
  link: { byteTimePs: 1600, flightPs: big ? 40_000 : 0 },
  checked: false,
  injections: false,
});

function advance(until: number): void {
  while (network.now < until && !(big && network.idle())) {
    network.run(until);
    network.clearJournal();
  }
}

const ticksPerCycle = CYCLE_PS / TICK_PS;
// A tenth of the run is for compiling.
const end = big ? Number.MAX_SAFE_INTEGER : point.cycles * ticksPerCycle;
if (!big) advance(end / 10);
const before = network.counts;
const from = network.now;
const cpu = process.cpuUsage();
if (big) for (let until = 1e5; !network.idle(); until += 1e5) advance(until);
else advance(end);
const used = process.cpuUsage(cpu);
const after = network.counts;
const figures: HppFigures = {
  cycles: (network.now - from) / ticksPerCycle,
  packetHops: after.packetHops - before.packetHops,
  delivered: after.delivered - before.delivered,
  events: after.events - before.events,
  cpuSeconds: (used.user + used.system) / 1e6,
};
process.stdout.write(JSON.stringify(figures));
