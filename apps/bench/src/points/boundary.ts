/**
 * One process: the 16x16 mesh on a given engine. Argument: JSON { engine, variant, V, hops, counts }.
 *
 * - `plugin`: round-robin from its package;
 * - `five`: five kinds of arbiter mixed in one network, a fifth of the switches each, all deciding as round-robin does.
 */
import { injector } from "@fabriclab/hca-injector";
import type { Network, NetworkConfig } from "@fabriclab/network";
import type { Arbiter, ArbiterFactory } from "@fabriclab/spec";
import { roundRobin, roundRobinLanes } from "@fabriclab/switch-arbiters";
import { relay } from "@fabriclab/switch-relay";
import { asynchronous } from "@fabriclab/switch-replication";
import {
  meshFabric,
  meshTables,
  yardstickTraffic,
} from "../../../../packages/core/network/test/yardstick.ts";

const {
  variant,
  V,
  hops,
  engine,
  counts: counted,
} = JSON.parse(process.argv[2] ?? "{}") as {
  variant: "plugin" | "five";
  V: number;
  hops: number;
  engine: string;
  /** What the network counts of channels beside packets. */
  counts?: "waits" | "queues";
};
const { createNetwork } = (await import(engine)) as {
  createNetwork: (config: NetworkConfig) => Network;
};

/** Round-robin five times over, each a class of its own, as five packages would bring them. */
class A implements Arbiter {
  readonly turn: Uint8Array;
  constructor(slots: number) {
    this.turn = new Uint8Array(slots);
  }
  pick(slot: number, requests: number): number {
    const later = requests & (-1 << (this.turn[slot] ?? 0));
    const word = later !== 0 ? later : requests;
    return 31 - Math.clz32(word & -word);
  }
  pickWide(): number {
    throw new Error("five ports need one word");
  }
  granted(slot: number, input: number): void {
    this.turn[slot] = input + 1;
  }
}
class B extends A {
  override pick(slot: number, requests: number): number {
    const turn = this.turn[slot] ?? 0;
    for (let input = turn; input < 6; input++)
      if ((requests & (1 << input)) !== 0) return input;
    return 31 - Math.clz32(requests & -requests);
  }
}
class C extends A {
  override pick(slot: number, requests: number): number {
    const before = (1 << (this.turn[slot] ?? 0)) - 1;
    const word = (requests & ~before) === 0 ? requests : requests & ~before;
    return 31 - Math.clz32(word & -word);
  }
}
class D extends A {
  override pick(slot: number, requests: number): number {
    const turn = this.turn[slot] ?? 0;
    const turned = (requests >>> turn) | (requests << (8 - turn));
    return (31 - Math.clz32(turned & -turned) + turn) & 7;
  }
}
class E extends A {
  override granted(slot: number, input: number): void {
    this.turn[slot] = (input + 1) % 8;
  }
}
const kinds: ArbiterFactory[] = [A, B, C, D, E].map((Kind) => ({
  name: Kind.name,
  create: (slots: number) => new Kind(slots),
}));

const K = 16;
const fabric = meshFabric(K);
const parts = {
  laneScheduler: roundRobinLanes.build({}),
  replication: asynchronous.build({}),
};
const options = relay.params.parse({
  virtualLanes: V,
  inputBuffer: "4 packets",
  outputBuffer: "0 packets",
});
const models = (variant === "five" ? kinds : [roundRobin.build({})]).map(
  (arbiter) => relay.build(options, { ...parts, arbiter }),
);
const network = createNetwork({
  fabric,
  tables: meshTables(K, fabric, V),
  switchModels: models,
  modelOf: Uint8Array.from(
    { length: fabric.switchCount },
    (_, sw) => sw % models.length,
  ),
  hca: injector.build(injector.params.parse({})),
  traffic: [
    yardstickTraffic({
      K,
      lanes: V,
      bytes: 256,
      load: 0.15,
      switchCount: fabric.switchCount,
    }),
  ],
  tickPs: 1000,
  link: { byteTimePs: 4000, flightPs: 20_000 },
  checked: false,
  waits: counted === "waits",
  queues: counted === "queues",
});
const rate = (0.15 * K * K * ((2 * K) / 3 + 2)) / 1024;
const advance = (until: number): void => {
  while (network.now < until) {
    network.run(until);
    network.clearJournal();
  }
};
const warm = Math.floor((0.15 * hops) / rate);
advance(warm);
const before = network.counts.packetHops;
const cpu = process.cpuUsage();
advance(Math.floor(warm + hops / rate));
const used = process.cpuUsage(cpu);
const counts = network.counts;
process.stdout.write(
  JSON.stringify({
    nsPerHop: ((used.user + used.system) * 1000) / (counts.packetHops - before),
    sums: [counts.packetHops, counts.delivered, counts.injected],
  }),
);
