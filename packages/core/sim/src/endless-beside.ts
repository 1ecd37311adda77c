import {
  JOURNAL_BIRTH,
  JOURNAL_BYTES,
  JOURNAL_CLASS,
  JOURNAL_KIND,
  JOURNAL_STRIDE,
  JOURNAL_TIME,
  JournalKind,
  type Journal,
} from "@fabriclab/spec";
import { bytesBorn, isOpenLoop, packetsBorn } from "./births.ts";
import type { Composition } from "./composition.ts";
import type { JournalReader } from "./drive.ts";
import { packetTicks } from "./packet-ticks.ts";
import { refusedShare, starvedEntries } from "./starved.ts";
import {
  detectSaturation,
  MIN_WINDOWS,
  staysBehind,
  type LoadWindow,
  type Saturation,
} from "./statistics/saturation.ts";

/** Bins of time; between half of them and all are in use, whenever two and two are merged. */
const BINS = 512;
/** Windows that the rule is asked of: as many as an endless run has batches. */
const MOST_WINDOWS = 64;
/** Of what is born, the share that enters where nothing is said: less may be chance. */
const MOST_ENTERED = 0.9;

/** What entered the network of one traffic, by bins of the time at which it did. */
class Entered {
  readonly bytes = new Float64Array(BINS);
  readonly packets = new Float64Array(BINS);
  readonly wait = new Float64Array(BINS);

  /** Two bins become one. */
  merge(): void {
    for (const column of [this.bytes, this.packets, this.wait]) {
      for (let at = 0; at < BINS / 2; at++)
        column[at] = column[2 * at]! + column[2 * at + 1]!;
      column.fill(0, BINS / 2);
    }
  }

  /** The bins before `to`, from `from` on, in at most {@link MOST_WINDOWS} equal windows; what does not fit is left out at the front. */
  windows(from: number, to: number): { windows: LoadWindow[]; size: number } {
    const size = Math.max(1, Math.ceil((to - from) / MOST_WINDOWS));
    const windows: LoadWindow[] = [];
    for (let end = to; end - size >= from; end -= size) {
      const sum = (column: Float64Array): number =>
        column.subarray(end - size, end).reduce((all, one) => all + one, 0);
      windows.unshift({
        injectedBytes: sum(this.bytes),
        injectedPackets: sum(this.packets),
        sourceWait: sum(this.wait),
      });
    }
    return { windows, size };
  }
}

/**
 * Watches endless traffic beside finite traffic: whether the network takes what it offers. Each entry is asked by itself, by the rule of endless runs
 * ({@link detectSaturation}), of the bytes that entered the network and of the time that they waited for it.
 *
 * Asked is of the time in which finite traffic is born, as after it the endless traffic is alone, and of the second half of that, as the network fills first.
 * An operation that is born in one moment is no load that anything could be saturated beside.
 *
 * Needs the journal's `injected` records.
 */
export class EndlessBeside implements JournalReader {
  readonly #composition: Composition;
  /** By the traffic's index; undefined where it is finite. */
  readonly #entered: readonly (Entered | undefined)[];
  /** Ticks of a bin. */
  #unit: number;
  #lastBirth = -1;

  constructor(composition: Composition) {
    this.#composition = composition;
    this.#unit = packetTicks(composition);
    this.#entered = composition.traffic.map(({ finite }) =>
      finite ? undefined : new Entered(),
    );
  }

  observe({ records, count, baseTick }: Journal): void {
    const end = count * JOURNAL_STRIDE;
    for (let at = 0; at < end; at += JOURNAL_STRIDE) {
      if (records[at + JOURNAL_KIND] !== JournalKind.injected) continue;
      const time = records[at + JOURNAL_TIME]!;
      const birth = records[at + JOURNAL_BIRTH]!;
      const entered =
        this.#entered[(records[at + JOURNAL_CLASS]! >>> 8) & 0xff];
      if (entered === undefined) {
        this.#lastBirth = Math.max(this.#lastBirth, baseTick + birth);
        continue;
      }
      const bin = this.#binOf(baseTick + time);
      entered.bytes[bin]! += records[at + JOURNAL_BYTES]!;
      entered.packets[bin]! += 1;
      entered.wait[bin]! += time - birth;
    }
  }

  #binOf(tick: number): number {
    while (tick >= BINS * this.#unit) {
      this.#unit *= 2;
      for (const entered of this.#entered) entered?.merge();
    }
    return Math.floor(tick / this.#unit);
  }

  /**
   * The entries that are saturated, by their index.
   *
   * @param now ticks simulated
   * @param ended packets of an entry that were delivered or dropped so far
   */
  saturated(
    now: number,
    ended: (index: number) => number,
  ): ReadonlyMap<number, Saturation> {
    const { traffic, hosts, tickPs, bytePs } = this.#composition;
    const found = new Map(starvedEntries(this.#composition, ended, 0, now));
    const to = Math.min(BINS, Math.floor(this.#lastBirth / this.#unit));
    const from = Math.ceil(to / 2);
    for (const [index, entered] of this.#entered.entries()) {
      if (entered === undefined || found.has(index)) continue;
      const { windows, size } = entered.windows(from, to);
      const load = traffic[index]?.offeredLoad;
      const perTick = hosts.reduce(
        (sum, host) => sum + ((load ?? 0) * tickPs) / bytePs(host),
        0,
      );
      const offered =
        load === undefined ? undefined : perTick * size * this.#unit;
      const saturation = detectSaturation(windows, offered);
      const known = saturation.saturated
        ? saturation
        : (this.#sparse(index, windows, [from, to]) ??
          this.#refused(index, saturation, windows, [to, size]));
      if (known !== undefined) found.set(index, known);
    }
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
        from: (to - size * windows.length) * this.#unit,
        size: size * this.#unit,
        count: windows.length,
      },
      index,
    );
    if (born === undefined) return undefined;
    const count = peakOf(windows, born);
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
    const to = Math.min(BINS, Math.floor(this.#lastBirth / this.#unit));
    const untold: number[] = [];
    for (const [index, entered] of this.#entered.entries()) {
      if (entered === undefined || to === 0 || saturated.has(index)) continue;
      if (!isOpenLoop(this.#composition.traffic[index]!)) continue;
      const { windows } = entered.windows(Math.ceil(to / 2), to);
      if (windows.length >= MIN_WINDOWS) continue;
      const born = packetsBorn(this.#composition, index, 0, to * this.#unit);
      const packets = entered.packets.subarray(0, to);
      if (packets.reduce((all, one) => all + one, 0) < 0.75 * born)
        untold.push(index);
    }
    return untold;
  }

  /** Of an entry of which so little enters that most windows hold none of it: the waits of the few say nothing of a trend, its births do. */
  #sparse(
    index: number,
    windows: readonly LoadWindow[],
    [from, to]: readonly [number, number],
  ): Saturation | undefined {
    const packets = windows.map(({ injectedPackets }) => injectedPackets);
    const empty = packets.filter((count) => count === 0).length;
    if (2 * empty <= packets.length) return undefined;
    return refusedShare(
      this.#composition,
      index,
      [from * this.#unit, Math.floor(((from + to) / 2) * this.#unit)],
      packets.reduce((all, count) => all + count, 0),
    );
  }
}

/** Windows up to the one behind which the backlog is the largest. */
function peakOf(windows: readonly LoadWindow[], born: Float64Array): number {
  let backlog = 0;
  let most = 0;
  let count = 0;
  for (const [at, { injectedBytes }] of windows.entries()) {
    backlog += born[at]! - injectedBytes;
    if (backlog <= most) continue;
    most = backlog;
    count = at + 1;
  }
  return count;
}
