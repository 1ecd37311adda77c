import type { LaneSchedulerFactory, Stream, Traffic } from "@fabriclab/spec";
import type { EndportIx } from "@fabriclab/units";
import type { NetworkConfig } from "../src/index.ts";
import { scripted, type Shot } from "./scripted.ts";
import { chain } from "./small-fabrics.ts";
import { modelOf, plainHca } from "./yardstick.ts";

/** 2^25 B at 4 ns a byte: ticks of a packet, of which sixteen are 2^31. */
export const LONG = 2 ** 27;
const BYTES = 2 ** 25;
/** Packets of the two bursts that go first: together 40 · 2^27 ticks, more than 2^32. */
const FIRST = 20;
const SECOND = 20;
/** Birth of the packets that wait. */
export const BIRTH = 1000;
/** Tick at which the link to the receiver begins to carry them: behind two flights, two switches and the bursts. */
export const BEGIN = 240 + (FIRST + SECOND) * LONG;

/** Behind a burst from beside it on the first switch, and behind another one on the second, whose host sends when the first ends. */
const before: readonly Shot[] = [
  ...Array.from({ length: FIRST }, () => ({
    ...{ source: 2, dlid: 3, birth: 0, bytes: BYTES, sl: 1, tag: -1 },
  })),
  ...Array.from({ length: SECOND }, () => ({
    ...{ source: 5, dlid: 3, birth: FIRST * LONG + 110, bytes: BYTES },
    ...{ sl: 1, tag: -1 },
  })),
];

const highest: LaneSchedulerFactory = {
  name: "highest",
  create: () => ({
    pick: (_, lanes) => 31 - Math.clz32(lanes),
    granted: () => undefined,
  }),
};

/** Packets of host 3 that wait on lane 0 for all of lane 1. */
export const waiting = (count: number, bytes = BYTES): Shot[] =>
  Array.from({ length: count }, (_, tag) => ({
    ...{ source: 3, dlid: 3, birth: BIRTH, bytes, sl: 0, tag },
  }));

/** The same as one stream that drafts them all at once. */
export function asRun(shots: readonly Shot[]): Traffic {
  const [first] = shots;
  let left = shots.length;
  const stream: Stream = {
    source: first!.source as EndportIx,
    serviceLevels: [0],
    next: () => false,
    nextRun(draft) {
      if (left === 0) return 0;
      Object.assign(draft, first, { flags: 0 });
      left = 0;
      return shots.length;
    },
  };
  return { ...scripted(shots), streams: [stream] };
}

/** Two switches with two hosts each, a nanosecond a tick: strict priority for lane 1. */
export function lateConfig(
  traffic: readonly Traffic[] = [scripted(waiting(12))],
  more: Partial<NetworkConfig> = {},
): NetworkConfig {
  const { fabric, tables } = chain(2, 2);
  return {
    fabric,
    tables: { ...tables, lanes: 2 },
    switchModels: [modelOf({ lanes: 2, laneScheduler: highest })],
    hca: plainHca,
    link: { byteTimePs: 4000, flightPs: 20_000 },
    traffic: [scripted(before), ...traffic],
    tickPs: 1000,
    checked: true,
    ...more,
  };
}
