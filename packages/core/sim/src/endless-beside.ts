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
import type { EndportIx } from "@fabriclab/units";
import {
  bytesBorn,
  isOpenLoop,
  offeredPerTick,
  packetsBorn,
} from "./births.ts";
import type { Composition } from "./composition.ts";
import { cutOffBesideOthers } from "./cut-off.ts";
import type { Injections } from "./injections.ts";
import { isManagement } from "./management-backlog.ts";
import { packetTicks } from "./packet-ticks.ts";
import { BINS, Passage, Passages } from "./passages.ts";
import { silentHosts } from "./silent.ts";
import { refusedWhereSparse, starvedEntries } from "./starved.ts";
import { backlogPeak } from "./statistics/backlog-peak.ts";
import {
  detectSaturation,
  MIN_WINDOWS,
  staysBehind,
  type LoadWindow,
  type Saturation,
} from "./statistics/saturation.ts";

/** An entry that more is offered of than comes through; how much more is not told. */
const REFUSED: Saturation = {
  saturated: true,
  accepted: undefined,
  offered: undefined,
  growth: Number.NaN,
};

/** Of what is born, the share that enters where nothing is said: less may be chance. */
const MOST_ENTERED = 0.9;

/** Management traffic queues in the network, not before it. */
const isWatched = (traffic: Traffic): boolean =>
  !traffic.finite && !isManagement(traffic);

/**
 * Watches endless traffic beside finite traffic: whether the network takes what it offers. Each entry is asked by itself, by the rule of endless runs
 * ({@link detectSaturation}), of the bytes that entered the network and of the time that they waited for it.
 *
 * Asked is of the time in which finite traffic is born, as after it the endless traffic is alone, and of the second half of that, as the network fills first.
 * An operation that is born in one moment is no load that anything could be saturated beside.
 *
 * Needs the journal's `injected` records of that traffic.
 */
export class EndlessBeside {
  readonly #composition: Composition;
  /** What entered the network, by the traffic's index; undefined where it is finite, or queues in the network ({@link ManagementBacklog}). */
  readonly #entered: Passages;
  /** By the traffic's index: 1 = it ends by itself. */
  readonly #isFinite: Uint8Array;
  /** Hosts that cannot send. */
  readonly #isCutOff: (host: EndportIx) => boolean;
  /** All that entered of endless traffic. */
  #all: Injections = { packets: 0, bytes: 0, wait: 0 };
  /** Of finite packets that were delivered or dropped. */
  #lastBirth = -1;

  /** @param isCutOff whether the cable of a host is down: that the network takes nothing from it is no saturation */
  constructor(
    composition: Composition,
    isCutOff: (host: EndportIx) => boolean,
  ) {
    this.#composition = composition;
    this.#isCutOff = isCutOff;
    this.#entered = new Passages(
      composition.traffic.map((one) =>
        isWatched(one) ? new Passage() : undefined,
      ),
      packetTicks(composition),
    );
    this.#isFinite = Uint8Array.from(composition.traffic, ({ finite }) =>
      finite ? 1 : 0,
    );
  }

  /** Of which entries it needs to see the injections: of none, where no endless traffic stands beside finite traffic. */
  static injections(
    traffic: readonly Traffic[],
  ): false | ((index: number) => boolean) {
    const isMixed =
      traffic.some(({ finite }) => finite) &&
      traffic.some(({ finite }) => !finite);
    return isMixed && ((index) => !traffic[index]!.finite);
  }

  /** What entered the network of all endless traffic. */
  get all(): Injections {
    return this.#all;
  }

  /**
   * Reads the journal and takes the `injected` records out of it.
   *
   * Why out: they are a good part of it, and all who read it after this one would have to ask of each whether they want it.
   *
   * @returns the other records, which now lie at the front of the same memory
   */
  take(journal: Journal): Journal {
    const { records, count, baseTick, lateBirths } = journal;
    // Why copies: V8 reads what is imported from memory at every use.
    const { injected } = JournalKind;
    const [stride, kindAt, classAt] = [
      JOURNAL_STRIDE,
      JOURNAL_KIND,
      JOURNAL_CLASS,
    ];
    const [timeAt, birthAt, bytesAt] = [
      JOURNAL_TIME,
      JOURNAL_BIRTH,
      JOURNAL_BYTES,
    ];
    const entered = this.#entered;
    const isFinite = this.#isFinite;
    const end = count * stride;
    let kept = 0;
    let last = -Infinity;
    let packets = 0;
    let bytes = 0;
    let wait = 0;
    for (let at = 0; at < end; at += stride) {
      const birth = journalBirth(journal, records[at + birthAt]!);
      const index = (records[at + classAt]! >>> 8) & 0xff;
      if (isFinite[index] === 1 && birth > last) last = birth;
      if (records[at + kindAt] !== injected) {
        for (let word = 0; word < stride; word++)
          records[kept + word] = records[at + word]!;
        kept += stride;
        continue;
      }
      const time = records[at + timeAt]!;
      const size = records[at + bytesAt]!;
      packets += 1;
      bytes += size;
      wait += time - birth;
      const passage = entered.of[index];
      if (passage !== undefined)
        entered.add(passage, baseTick + time, size, time - birth);
    }
    this.#all = {
      packets: this.#all.packets + packets,
      bytes: this.#all.bytes + bytes,
      wait: this.#all.wait + wait,
    };
    this.#lastBirth = Math.max(this.#lastBirth, baseTick + last);
    return { records, count: kept / stride, baseTick, lateBirths };
  }

  /**
   * The entries that are saturated, by their index.
   *
   * @param ended packets of an entry that were delivered or dropped so far
   * @param heard whether any of an entry's host were
   */
  saturated(
    ended: (index: number) => number,
    heard: (index: number, host: EndportIx) => boolean,
  ): ReadonlyMap<number, Saturation> {
    // Why no longer: after that the endless traffic is alone, and what keeps it back is what was born in a moment.
    const until = Math.max(0, this.#lastBirth);
    const found = new Map(starvedEntries(this.#composition, ended, 0, until));
    const to = Math.min(BINS, Math.floor(this.#lastBirth / this.#entered.unit));
    const from = Math.ceil(to / 2);
    const half = [
      from * this.#entered.unit,
      Math.floor(((from + to) / 2) * this.#entered.unit),
    ] as const;
    for (const [index, entered] of this.#entered.of.entries()) {
      if (entered === undefined || found.has(index)) continue;
      const { windows, size } = entered.windows(from, to);
      const perTick =
        this.#leftOut(index) === undefined
          ? offeredPerTick(this.#composition, index)
          : undefined;
      const offered =
        perTick === undefined ? undefined : perTick * size * this.#entered.unit;
      const saturation = detectSaturation(windows, offered);
      const known = saturation.saturated
        ? saturation
        : (refusedWhereSparse(
            this.#composition,
            index,
            windows,
            half,
            this.#leftOut(index),
          ) ?? this.#refused(index, saturation, windows, [to, size]));
      if (known !== undefined) found.set(index, known);
    }
    const leftOut = this.#composition.traffic.map((_, index) =>
      this.#leftOut(index),
    );
    const told = (index: number, host: EndportIx): boolean =>
      found.has(index) || leftOut[index]?.(host) === true || heard(index, host);
    for (const index of silentHosts(this.#composition, told, 0, until).keys())
      found.set(index, REFUSED);
    return found;
  }

  /**
   * Of an entry whose packets wait now longer and now shorter, as the traffic beside it comes in bursts: no trend of waits shows then that the backlog grows, but
   * its births do. It is saturated where the backlog grows, up to its peak, by more than a tenth of what is born and by more than a queue without drift would.
   *
   * Why up to the peak: some of the traffic beside it ends before the rest, and then the backlog may shrink again.
   */
  #refused(
    index: number,
    { accepted, offered, growth }: Saturation,
    windows: readonly LoadWindow[],
    [to, size]: readonly [number, number],
  ): Saturation | undefined {
    // Births are drawn once more only where they can show anything.
    if (
      accepted === undefined ||
      (offered !== undefined && accepted.mean > offered)
    )
      return undefined;
    const born = bytesBorn(
      this.#composition,
      {
        from: (to - size * windows.length) * this.#entered.unit,
        size: size * this.#entered.unit,
        count: windows.length,
      },
      index,
      this.#leftOut(index),
    );
    if (born === undefined) return undefined;
    const count = backlogPeak(windows, born);
    if (count < Math.max(MIN_WINDOWS, windows.length / 2)) return undefined;
    const until = windows.slice(0, count);
    if (!staysBehind(until, born)) return undefined;
    const bore = born.subarray(0, count).reduce((sum, one) => sum + one, 0);
    const entered = until.reduce((sum, one) => sum + one.injectedBytes, 0);
    return entered > MOST_ENTERED * bore
      ? undefined
      : {
          saturated: true,
          accepted: { ...accepted, mean: entered / count },
          offered: bore / count,
          growth,
        };
  }

  /**
   * The entries of which nobody can tell: finite traffic is born for too short a time for the rule, and of what they bore in it more than a quarter had not
   * entered at its end. None where finite traffic is born in one moment.
   */
  untold(saturated: ReadonlyMap<number, Saturation>): readonly number[] {
    const to = Math.min(BINS, Math.floor(this.#lastBirth / this.#entered.unit));
    const untold: number[] = [];
    for (const [index, entered] of this.#entered.of.entries()) {
      if (entered === undefined || to === 0 || saturated.has(index)) continue;
      if (!isOpenLoop(this.#composition.traffic[index]!)) continue;
      const { windows } = entered.windows(Math.ceil(to / 2), to);
      if (windows.length >= MIN_WINDOWS) continue;
      const born = packetsBorn(
        this.#composition,
        index,
        0,
        to * this.#entered.unit,
        this.#leftOut(index),
      );
      const packets = entered.packets.subarray(0, to);
      if (packets.reduce((all, one) => all + one, 0) < 0.75 * born)
        untold.push(index);
    }
    return untold;
  }

  #leftOut(index: number): ((host: EndportIx) => boolean) | undefined {
    const { streams } = this.#composition.traffic[index]!;
    return cutOffBesideOthers(streams, this.#isCutOff);
  }
}
