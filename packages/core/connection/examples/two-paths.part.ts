import { FabricBuilder } from "@fabriclab/fabric";
import { randomStream } from "@fabriclab/kernel";
import {
  createNetwork,
  type Network,
  type NetworkConfig,
} from "@fabriclab/network";
import {
  JOURNAL_STRIDE,
  parseOptions,
  type Fabric,
  type ForwardingTables,
  type Traffic,
  type TrafficTablesContext,
} from "@fabriclab/spec";
import { roundRobin, roundRobinLanes } from "@fabriclab/switch-arbiters";
import { relay } from "@fabriclab/switch-relay";
import { asynchronous } from "@fabriclab/switch-replication";
import { ps, type EndportIx, type Lid, type Sl } from "@fabriclab/units";

/**
 * Two paths from host P to host Q, and from P2 to Q2, which sit beside them:
 *
 *     P, P2 - A - B - D - Q, Q2      bit 0: three switches
 *              \- C - E -/           bit 1: four switches
 *
 * Switches A B C D E are 0 … 4, hosts P P2 Q Q2 endports 5 … 8; host h has the LIDs 2(h-4) for bit 0 and one more for bit 1.
 */
export const fabric: Fabric = (() => {
  const builder = new FabricBuilder("two paths");
  const [a, b, c, d, e] = [..."ABCDE"].map((name) =>
    builder.addSwitch(name, 4),
  );
  for (const [at, port, name] of [
    [a, 3, "P"],
    [a, 4, "P2"],
    [d, 3, "Q"],
    [d, 4, "Q2"],
  ] as const)
    builder.connect(at!, port, builder.addHost(name), 1);
  builder.connect(a!, 1, b!, 1);
  builder.connect(b!, 2, d!, 1);
  builder.connect(a!, 2, c!, 1);
  builder.connect(c!, 2, e!, 1);
  builder.connect(e!, 2, d!, 2);
  return builder.build();
})();
export const [P, P2, Q, Q2] = [5, 6, 7, 8] as [
  EndportIx,
  EndportIx,
  EndportIx,
  EndportIx,
];

const base = (host: number): number => 2 * (host - 4);
const topLid = 9;
/** Ports of a switch for the LIDs 0 … 9: no host, then P, P2, Q, Q2 with bits 0 and 1 in turn. */
const row = (ports: readonly number[]): Uint8Array =>
  Uint8Array.from([255, 255, ...ports]);

export const tables: ForwardingTables = {
  lids: {
    baseLid: Uint16Array.from([0, 0, 0, 0, 0, 2, 4, 6, 8]),
    lmc: Uint8Array.from([0, 0, 0, 0, 0, 1, 1, 1, 1]),
    owner: Int32Array.from([-1, -1, P, P, P2, P2, Q, Q, Q2, Q2]),
    topLid,
  },
  lft: [
    row([3, 3, 4, 4, 1, 2, 1, 2]),
    row([1, 1, 1, 1, 2, 2, 2, 2]),
    row([1, 1, 1, 1, 2, 2, 2, 2]),
    row([1, 2, 1, 2, 3, 3, 4, 4]),
    row([1, 1, 1, 1, 2, 2, 2, 2]),
  ],
  pathLid: (_, to) => base(to) as Lid,
  pathSl: () => 0 as Sl,
  lanes: 1,
  engine: "by hand",
  multipath: {
    bits: 1,
    lid: (to, value) => (base(to) + value) as Lid,
    adaptiveLid: (to) => base(to) as Lid,
    paths: () => [
      { value: 0, hops: 3 },
      { value: 1, hops: 4 },
    ],
  },
};

/** Ticks of 1 ns, 4 ns a byte. */
export const context = {
  fabric,
  hosts: [P, P2, Q, Q2],
  tables,
  tickPs: 1000,
  bytePs: () => 4000,
  random: (name: string) => randomStream(1, name),
} as unknown as TrafficTablesContext;

/** 20 ns of flight and 100 ns per switch, without conflicts: a packet of `bytes` over `switches` takes 4 bytes + 20 (switches + 1) + 100 switches. */
export const transit = (bytes: number, switches: number): number =>
  4 * bytes + 20 * (switches + 1) + 100 * switches;

export function networkOf(
  traffic: readonly Traffic[],
  changed: Partial<ForwardingTables> = {},
  more: Partial<NetworkConfig> = {},
): Network {
  return createNetwork({
    fabric,
    tables: { ...tables, ...changed },
    switchModels: [
      relay.build(
        parseOptions(relay, {
          virtualLanes: 1,
          routingDelay: "100ns",
          inputBuffer: "4 packets",
        }),
        {
          arbiter: roundRobin.build(parseOptions(roundRobin, {})),
          laneScheduler: roundRobinLanes.build(
            parseOptions(roundRobinLanes, {}),
          ),
          replication: asynchronous.build(parseOptions(asynchronous, {})),
        },
      ),
    ],
    hca: { name: "none", sendDelay: ps(0), receiveDelay: ps(0) },
    traffic,
    tickPs: 1000,
    link: { byteTimePs: 4000, flightPs: 20_000 },
    checked: true,
    injections: false,
    ...more,
  });
}

/** Runs to the end, or to tick `until`; records are seen as they come. */
export function play(
  network: Network,
  until: number,
  see: (records: Int32Array, at: number, baseTick: number) => void = () => {},
): void {
  while (network.now < until && !network.idle()) {
    network.run(until);
    const { records, count, baseTick } = network.journal;
    for (let at = 0; at < count * JOURNAL_STRIDE; at += JOURNAL_STRIDE)
      see(records, at, baseTick);
    network.clearJournal();
  }
}
