import {
  JOURNAL_BIRTH,
  JOURNAL_BYTES,
  JOURNAL_CLASS,
  JOURNAL_KIND,
  JOURNAL_PLACE,
  JOURNAL_SOURCE,
  JOURNAL_STRIDE,
  JOURNAL_TAG,
  JOURNAL_TIME,
  journalBirth,
  JournalKind,
  type Barriers,
  type Journal,
  type Metric,
  type MetricContext,
  type MetricValue,
} from "@fabriclab/spec";
import { endportIx } from "@fabriclab/units";
import { BarrierTimes } from "./barrier-times.ts";

/** One barrier on its way, in absolute ticks. */
class Moments {
  number = -1;
  /** First bit of the last combine packet leaves its host; and when the last process entered. */
  combining = -Infinity;
  entered = -Infinity;
  /** The last combine packet is at the top. */
  combined = -Infinity;
  /** The first distribute packet leaves the top. */
  distributing = Infinity;
  /** First and last bit of the last distribute packet at a host. */
  distributed = -Infinity;
  released = -Infinity;
  readonly reached = new Set<number>();

  begin(number: number): void {
    this.number = number;
    this.combining = this.entered = this.combined = -Infinity;
    this.distributing = Infinity;
    this.distributed = this.released = -Infinity;
    this.reached.clear();
  }
}

/** A traffic's barriers: two of a group may be on their way at once, as a host may enter the next while another waits for its release. */
interface Followed {
  readonly barriers: Barriers;
  readonly moments: readonly Moments[];
  /** Number of its first group among the groups of all traffic. */
  readonly firstGroup: number;
}

const KINDS = [
  "barrier",
  "barrier.combine",
  "barrier.distribute",
  "barrier.total",
] as const;
type Kind = (typeof KINDS)[number];

type State = readonly (readonly (readonly [number, readonly number[]])[])[];

/** Times of barriers, of traffic that says what its tags mean (`Traffic.barriers`). */
export class BarrierMetric implements Metric {
  readonly #context: MetricContext;
  readonly #followed: readonly (Followed | undefined)[];
  readonly #times = KINDS.map(() => new BarrierTimes());

  constructor(context: MetricContext) {
    this.#context = context;
    let firstGroup = 0;
    this.#followed = context.traffic.map(({ barriers }) => {
      if (barriers === undefined) return undefined;
      const moments = Array.from(
        { length: 2 * barriers.groups },
        () => new Moments(),
      );
      const one = { barriers, moments, firstGroup };
      firstGroup += barriers.groups;
      return one;
    });
  }

  observe(journal: Journal): void {
    const { records, count, baseTick } = journal;
    for (let at = 0; at < count * JOURNAL_STRIDE; at += JOURNAL_STRIDE) {
      const word = records[at + JOURNAL_CLASS] ?? 0;
      const followed = this.#followed[(word >>> 8) & 0xff];
      if (followed === undefined) continue;
      const kind = records[at + JOURNAL_KIND];
      if (kind === JournalKind.injected) this.#sent(followed, journal, at);
      else if (kind === JournalKind.delivered)
        this.#came(followed, records, at, baseTick);
    }
  }

  reset(): void {
    for (const times of this.#times) times.clear();
    // A barrier that began before would look too short.
    for (const followed of this.#followed)
      followed?.moments.forEach((moments) => {
        moments.begin(-1);
      });
  }

  merge(other: BarrierMetric): void {
    this.mergeState(other.state());
  }

  state(): State {
    return this.#times.map((times) => times.state());
  }

  mergeState(state: State): void {
    state.forEach((times, kind) => this.#times[kind]?.merge(times));
  }

  result(): Record<string, MetricValue> {
    const nsPerTick = this.#context.tickPs / 1000;
    return Object.fromEntries(
      KINDS.map((name, kind) => [
        name,
        this.#times[kind]?.value(nsPerTick) ?? {
          value: NaN,
          unit: "ns",
          absent: "no barrier was completed",
        },
      ]),
    );
  }

  /** The moments of the barrier that `tag` belongs to; undefined where it began before the measured interval. */
  #of(
    { barriers, moments }: Followed,
    tag: number,
    begins: boolean,
  ): Moments | undefined {
    const number = barriers.numberOf(tag);
    const found = moments[2 * barriers.groupOf(tag) + (number & 1)];
    if (found === undefined || found.number === number) return found;
    if (!begins) return undefined;
    found.begin(number);
    return found;
  }

  #sent(followed: Followed, journal: Journal, at: number): void {
    const { records, baseTick } = journal;
    const { barriers } = followed;
    const tag = records[at + JOURNAL_TAG] ?? 0;
    if (!barriers.isFirst(tag)) return;
    const source = records[at + JOURNAL_SOURCE] ?? -1;
    const isHost = source >= this.#context.fabric.switchCount;
    const time = baseTick + (records[at + JOURNAL_TIME] ?? 0);
    if (barriers.isCombine(tag) && isHost) {
      const moments = this.#of(followed, tag, true);
      if (moments === undefined) return;
      const birth =
        baseTick + journalBirth(journal, records[at + JOURNAL_BIRTH] ?? 0);
      moments.combining = Math.max(moments.combining, time);
      moments.entered = Math.max(moments.entered, birth);
    } else if (barriers.isDistribute(tag)) {
      if ((source as never) !== barriers.top(barriers.groupOf(tag))) return;
      const moments = this.#of(followed, tag, false);
      if (moments !== undefined)
        moments.distributing = Math.min(moments.distributing, time);
    }
  }

  #came(
    followed: Followed,
    records: Int32Array,
    at: number,
    baseTick: number,
  ): void {
    const { barriers } = followed;
    const tag = records[at + JOURNAL_TAG] ?? 0;
    if (!barriers.arrives(tag)) return;
    const moments = this.#of(followed, tag, false);
    if (moments === undefined) return;
    const { switchCount } = this.#context.fabric;
    const place = records[at + JOURNAL_PLACE] ?? -1;
    const time = baseTick + (records[at + JOURNAL_TIME] ?? 0);
    const bytes = records[at + JOURNAL_BYTES] ?? 0;
    const length = place < switchCount ? 0 : this.#ticksOf(bytes, place);
    const group = barriers.groupOf(tag);
    const isTop = (place as never) === barriers.top(group);
    if (barriers.isCombine(tag)) {
      // What comes when the top has begun to distribute repeats another.
      if (isTop && moments.distributing === Infinity)
        moments.combined = Math.max(moments.combined, time - length);
      return;
    }
    if (!barriers.isDistribute(tag) || place < switchCount) return;
    if (moments.reached.has(place)) return;
    moments.reached.add(place);
    moments.distributed = Math.max(moments.distributed, time - length);
    moments.released = Math.max(moments.released, time);
    if (moments.reached.size < barriers.members(group)) return;
    this.#complete(followed.firstGroup + group, moments);
  }

  /** Ticks that a packet takes on the link of this host. */
  #ticksOf(bytes: number, host: number): number {
    const bytePs = this.#context.bytePs(endportIx(host));
    return Math.ceil((bytes * bytePs) / this.#context.tickPs);
  }

  #complete(group: number, moments: Moments): void {
    const { combining, combined, distributing, distributed } = moments;
    const combine = combined - combining;
    const distribute = distributed - distributing;
    const times: Record<Kind, number> = {
      barrier: combine + distribute,
      "barrier.combine": combine,
      "barrier.distribute": distribute,
      "barrier.total": moments.released - moments.entered,
    };
    moments.begin(-1);
    // Its first packets left before the measured interval.
    if (!KINDS.every((kind) => Number.isFinite(times[kind]))) return;
    KINDS.forEach((kind, k) => this.#times[k]?.add(group, times[kind]));
  }
}
