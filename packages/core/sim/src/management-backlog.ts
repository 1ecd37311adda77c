import { UNLIMITED_PACKETS } from "@fabriclab/network";
import {
  JOURNAL_BIRTH,
  JOURNAL_BYTES,
  JOURNAL_CLASS,
  JOURNAL_KIND,
  JOURNAL_STRIDE,
  JOURNAL_TIME,
  journalBirth,
  JournalKind,
  type Journal,
  type Traffic,
} from "@fabriclab/spec";
import { bytesBorn, isOpenLoop, offeredPerTick } from "./births.ts";
import type { Composition } from "./composition.ts";
import { packetTicks } from "./packet-ticks.ts";
import { shareOf } from "./starved.ts";
import { BINS, Passage, Passages } from "./passages.ts";
import {
  detectSaturation,
  staysBehind,
  type Saturation,
} from "./statistics/saturation.ts";
import { relativeHalfWidth } from "./statistics/stopping-rule.ts";

/** Share of the engine's room for packets without flow control that may be used: a run ends before it is full. */
const ROOM = 0.75;
/** How many packets may be born between two looks at that room. */
const BORN_UNSEEN = UNLIMITED_PACKETS / 8;
/** Of what waits in the network, how much is more than what is on its way: that is what is born during so many of the least latencies. */
const UNDER_WAY = 8;

/** Endless packets on VL15, which has no flow control: hosts send them at once, and what is too much queues in the network. */
export const isManagement = (traffic: Traffic): boolean =>
  isOpenLoop(traffic) &&
  traffic.streams.length > 0 &&
  traffic.streams.every(({ management }) => management === true);

/** What is known of one entry. */
interface Entry {
  readonly passage: Passage;
  readonly bytesPerTick: number;
  readonly packetBytes: number;
  /** Bytes delivered, and the least latency of a packet. */
  bytes: number;
  least: number;
}

/**
 * Watches endless management traffic: whether the network delivers what it offers. No source queue shows that where there is no flow control, so the rule of
 * endless runs ({@link detectSaturation}) is asked of the packets that leave the network, and of the time since their births, in the second half of the run.
 */
export class ManagementBacklog {
  readonly #composition: Composition;
  /** By the traffic's index. */
  readonly #entries: ReadonlyMap<number, Entry>;
  /** The same for all indices. */
  readonly #ofIndex: readonly (Entry | undefined)[];
  readonly #passages: Passages;
  /** Ticks after which the room for packets has to be looked at again. */
  readonly longestSlice: number;

  constructor(composition: Composition, indices: readonly number[]) {
    this.#composition = composition;
    this.#entries = new Map(
      indices.map((index) => [
        index,
        {
          passage: new Passage(),
          bytesPerTick: offeredPerTick(composition, index) ?? 0,
          packetBytes: composition.traffic[index]!.maxPacketBytes,
          bytes: 0,
          least: Infinity,
        },
      ]),
    );
    this.#ofIndex = composition.traffic.map((_, index) =>
      this.#entries.get(index),
    );
    this.#passages = new Passages(
      this.#ofIndex.map((entry) => entry?.passage),
      packetTicks(composition),
    );
    let packetsPerTick = 0;
    for (const { bytesPerTick, packetBytes } of this.#entries.values())
      packetsPerTick += bytesPerTick / packetBytes;
    this.longestSlice = Math.max(1, Math.floor(BORN_UNSEEN / packetsPerTick));
  }

  /** @returns undefined where there is no such traffic */
  static of(composition: Composition): ManagementBacklog | undefined {
    const indices = composition.traffic.flatMap((one, index) =>
      isManagement(one) ? [index] : [],
    );
    return indices.length === 0
      ? undefined
      : new ManagementBacklog(composition, indices);
  }

  observe(journal: Journal): void {
    const { records, count, baseTick } = journal;
    // Why copies: V8 reads what is imported from memory at every use.
    const { delivered } = JournalKind;
    const [stride, kindAt, classAt] = [
      JOURNAL_STRIDE,
      JOURNAL_KIND,
      JOURNAL_CLASS,
    ];
    const ofIndex = this.#ofIndex;
    const end = count * stride;
    for (let at = 0; at < end; at += stride) {
      if (records[at + kindAt] !== delivered) continue;
      const entry = ofIndex[(records[at + classAt]! >>> 8) & 0xff];
      // Nearly all packets are of other entries.
      if (entry === undefined) continue;
      const time = records[at + JOURNAL_TIME]!;
      const latency =
        time - journalBirth(journal, records[at + JOURNAL_BIRTH]!);
      const bytes = records[at + JOURNAL_BYTES]!;
      entry.bytes += bytes;
      entry.least = Math.min(entry.least, latency);
      this.#passages.add(entry.passage, baseTick + time, bytes, latency);
    }
  }

  /**
   * Whether so many packets wait in the network that the engine will soon have no room for more, and that far more of them wait than are on their way.
   *
   * @param now ticks simulated
   */
  full(now: number): boolean {
    let underWay = 0;
    for (const { bytesPerTick, packetBytes, least } of this.#entries.values())
      underWay += (UNDER_WAY * least * bytesPerTick) / packetBytes;
    const waiting = this.#waiting(now);
    return waiting > ROOM * UNLIMITED_PACKETS && waiting > underWay;
  }

  /** Whether most of what waits has not entered the network: its hosts do not send it as fast as it is born. @param inFlight packets in the network */
  waitsAtHosts(now: number, inFlight: number): boolean {
    return this.#waiting(now) > 2 * inFlight;
  }

  /** Packets that were born and not delivered. */
  #waiting(now: number): number {
    let waiting = 0;
    for (const entry of this.#entries.values())
      waiting += waitingOf(entry, now);
    return waiting;
  }

  /**
   * The entries that are saturated, by their index.
   *
   * @param now ticks simulated
   */
  saturated(now: number): ReadonlyMap<number, Saturation> {
    const found = new Map<number, Saturation>();
    const { unit } = this.#passages;
    const to = Math.min(BINS, Math.floor(now / unit));
    for (const [index, { passage, bytesPerTick }] of this.#entries) {
      const { windows, size } = passage.windows(Math.ceil(to / 2), to);
      const offered = bytesPerTick * size * unit;
      const saturation = detectSaturation(windows, offered);
      if (!saturation.saturated) continue;
      const born = bytesBorn(
        this.#composition,
        {
          from: (to - size * windows.length) * unit,
          size: size * unit,
          count: windows.length,
        },
        index,
      );
      if (born === undefined || staysBehind(windows, born))
        found.set(index, saturation);
    }
    if (found.size === 0 && this.full(now)) this.#overflowing(found, now);
    return found;
  }

  /** The same, once it is as precise as `precision` says how much of each comes through. */
  saturatedFor(
    now: number,
    precision: number,
  ): ReadonlyMap<number, Saturation> {
    const found = this.saturated(now);
    const known = [...found.values()].every(
      ({ accepted }) =>
        precision === Infinity || relativeHalfWidth(accepted) <= precision,
    );
    return known || this.full(now) ? found : new Map();
  }

  /** More waits than there is room for, before there are windows enough for the rule. */
  #overflowing(found: Map<number, Saturation>, now: number): void {
    const least = this.#waiting(now) / (2 * this.#entries.size);
    for (const [index, entry] of this.#entries) {
      if (waitingOf(entry, now) < least) continue;
      found.set(index, shareOf(entry.bytes, entry.bytesPerTick * now));
    }
  }
}

const waitingOf = (
  { bytes, bytesPerTick, packetBytes }: Entry,
  now: number,
): number => Math.max(0, bytesPerTick * now - bytes) / packetBytes;
