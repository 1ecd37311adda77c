import { FabricBuilder, type LinkSpec } from "@fabriclab/fabric";
import {
  DropCause,
  type DropFactory,
  type Fabric,
  type ForwardingTables,
  type SwitchModel,
  type Traffic,
} from "@fabriclab/spec";
import { matrix, oldestFirst, roundRobin } from "@fabriclab/switch-arbiters";
import type { EndportIx, Ps } from "@fabriclab/units";
import type { NetworkConfig } from "../src/index.ts";
import { scripted, type Shot } from "./scripted.ts";
import { withMulticast } from "./small-fabrics.ts";
import { modelOf, plainHca, tablesOf } from "./yardstick.ts";

/** A generator of whole numbers below n, the same for the same seed. */
export function dice(seed: number): (n: number) => number {
  let state = seed | 0;
  return (n) => {
    state = (state + 0x6d2b79f5) | 0;
    let a = Math.imul(state ^ (state >>> 15), 1 | state);
    a ^= a + Math.imul(a ^ (a >>> 7), 61 | a);
    return ((a ^ (a >>> 14)) >>> 0) % n;
  };
}

/** A tree of switches with hosts at each; every LID has its one path, MLID k reaches the members with bit k. */
export function randomTree(
  roll: (n: number) => number,
  options: { switches: number; hosts: number; link: () => LinkSpec },
): { fabric: Fabric; tables: ForwardingTables; groups: number[][] } {
  const { switches, hosts, link } = options;
  const builder = new FabricBuilder("tree");
  const radix = hosts + switches;
  const refs = Array.from({ length: switches }, (_, s) =>
    builder.addSwitch(`S${s}`, radix),
  );
  /** Switch -> [port, neighbour]. */
  const trunks: [number, number][][] = refs.map(() => []);
  for (let s = 1; s < switches; s++) {
    const up = roll(s);
    const [a, b] = [
      hosts + trunks[up]!.length + 1,
      hosts + trunks[s]!.length + 1,
    ];
    builder.connect(refs[up]!, a, refs[s]!, b, link());
    trunks[up]!.push([a, s]);
    trunks[s]!.push([b, up]);
  }
  for (let s = 0; s < switches; s++)
    for (let h = 0; h < hosts; h++)
      builder.connect(
        refs[s]!,
        h + 1,
        builder.addHost(`H${s}.${h}`),
        1,
        link(),
      );
  const fabric = builder.build();
  /** Port of `s` towards switch `to`, by search. */
  const towards = (s: number, to: number, from = -1): number => {
    for (const [port, next] of trunks[s]!) {
      if (next === from) continue;
      if (next === to || towards(next, to, s) > 0) return port;
    }
    return 0;
  };
  const portTo = (s: number, host: number): number =>
    Math.floor(host / hosts) === s
      ? (host % hosts) + 1
      : towards(s, Math.floor(host / hosts));
  const count = switches * hosts;
  const lft = refs.map((_, s) =>
    Uint8Array.from({ length: count + 1 }, (_, lid) =>
      lid === 0 ? 255 : portTo(s, lid - 1),
    ),
  );
  const groups = Array.from({ length: 3 }, () =>
    Array.from({ length: count }, (_, h) => h).filter(() => roll(2) === 0),
  );
  const masks = refs.map((_, s) =>
    groups.map((members) => [...new Set(members.map((h) => portTo(s, h)))]),
  );
  return {
    fabric,
    tables: withMulticast(fabric, tablesOf(fabric, lft, 1), masks),
    groups,
  };
}

/** Random packets between the hosts of a tree: some to groups (those have odd tags), several sizes and service levels. */
export function randomShots(
  roll: (n: number) => number,
  options: {
    hosts: number;
    firstHost: number;
    groups: number;
    packets: number;
    gap: number;
    start: number;
  },
): Shot[] {
  const { hosts, firstHost, groups, packets, gap, start } = options;
  let birth = start;
  return Array.from({ length: packets }, (_, tag) => {
    birth += roll(gap);
    const from = roll(hosts);
    const to = (from + 1 + roll(hosts - 1)) % hosts;
    const isMulticast = groups > 0 && roll(4) === 0;
    return {
      source: firstHost + from,
      dlid: isMulticast ? 0xc000 + roll(groups) : to + 1,
      birth,
      bytes: [64, 100, 256, 1000, 2048][roll(5)]!,
      sl: roll(4),
      tag: 2 * tag + (isMulticast ? 1 : 0),
    };
  });
}

/** A closed loop on top of scripted packets: each delivery of a host's first packets makes it answer once. */
function answering(shots: readonly Shot[], answers: number): Traffic {
  const traffic = scripted(shots);
  const waiting = new Map<number, { birth: number; dlid: number }[]>();
  let left = answers;
  const sources = [...new Set(shots.map((shot) => shot.source))];
  return {
    ...traffic,
    streams: [
      ...traffic.streams,
      ...sources.map((source) => ({
        source: source as EndportIx,
        serviceLevels: [0],
        next(draft: Parameters<Traffic["streams"][number]["next"]>[0]) {
          const answer = waiting.get(source)?.shift();
          draft.retryAt = -1;
          if (answer === undefined) return false;
          Object.assign(draft, {
            ...answer,
            bytes: traffic.minPacketBytes,
            sl: 0,
            tag: 1_000_000,
            flags: 0,
          });
          return true;
        },
      })),
    ],
    delivered(packet) {
      if (left-- <= 0 || !sources.includes(packet.destination)) return [];
      const first = Math.min(...sources);
      waiting.set(packet.destination, [
        ...(waiting.get(packet.destination) ?? []),
        { birth: packet.time, dlid: packet.source - first + 1 },
      ]);
      return [packet.destination];
    },
  };
}

const impatient = (ticks: number): DropFactory => ({
  name: "impatient",
  create: () => ({
    patience: (_, sl) => (sl === 3 ? ticks : -1),
    dropped: () => DropCause.headLifetime,
    sent: () => undefined,
  }),
});

/** A run of plain features, drawn by `seed`: what both loops can do. The model may be changed; packets are born from tick `start` on. */
export function randomRun(
  seed: number,
  packets: number,
  change: (lanes: number) => Partial<SwitchModel> = () => ({}),
  start = 0,
): NetworkConfig {
  const roll = dice(seed);
  // Above eight lanes the fast loop notes those that cannot send; below it tries them.
  const lanes = [1, 2, seed % 2 === 0 ? 12 : 4][roll(3)]!;
  const inBytes = roll(2) === 0;
  const outputs = roll(3);
  const layered = lanes > 1 && roll(2) === 0;
  const mixedRates = roll(2) === 0;
  const [switches, hosts] = [1 + roll(4), roll(8) === 0 ? 33 : 2 + roll(3)];
  const { fabric, tables, groups } = randomTree(roll, {
    switches,
    hosts,
    link: () =>
      mixedRates
        ? {
            speed: roll(2) === 0 ? "SDR" : "DDR",
            flightPs: ((1 + roll(40)) * 1000) as Ps,
          }
        : {},
  });
  const sl2vl =
    lanes > 1 && roll(2) === 0
      ? Array.from({ length: switches }, () =>
          Uint8Array.from({ length: (hosts + switches + 1) ** 2 * 16 }, () =>
            roll(lanes),
          ),
        )
      : undefined;
  const shots = randomShots(roll, {
    hosts: switches * hosts,
    firstHost: switches,
    groups: roll(3) === 0 ? 0 : groups.length,
    packets,
    gap: [40, 400, 3000][roll(3)]!,
    start,
  });
  return {
    fabric,
    tables: {
      ...tables,
      lanes: 1,
      ...(sl2vl === undefined ? {} : { sl2vl }),
    },
    switchModels: [
      modelOf({
        lanes,
        inputBuffer: inBytes
          ? { bytes: 2048 * (1 + roll(2)) }
          : { packets: 1 + roll(3) },
        outputBuffer:
          outputs === 0
            ? { packets: 0 }
            : inBytes
              ? { bytes: 2048 * outputs }
              : { packets: outputs },
        crossbar: layered ? "lane" : "port",
        arbiter: (roll(2) === 0
          ? matrix
          : seed % 3 === 0
            ? oldestFirst
            : roundRobin
        ).build({}),
        ...(roll(3) === 0 ? { idleRoutingDelay: 60_000 as Ps } : {}),
        ...(roll(3) === 0 ? { drop: impatient(500 + roll(9000)) } : {}),
        ...change(lanes),
      }),
    ],
    hca: plainHca,
    traffic: [roll(3) === 0 ? answering(shots, packets / 4) : scripted(shots)],
    tickPs: 1000,
    checked: true,
    waits: true,
    queues: true,
  };
}
