import type { Blocked } from "@fabriclab/network";
import { FabricError } from "@fabriclab/spec";
import { checkMeasuredWhole } from "./check-measure.ts";
import { expireAtDeadHosts } from "./dead-host-timers.ts";
import { cutOffWords } from "./cut-off.ts";
import { copies } from "./copy-words.ts";
import type { Drive } from "./drive.ts";
import type { Ended } from "./ended.ts";
import type { PacketCounts } from "./experiment.ts";
import { ChannelsUntil } from "./channels-until.ts";
import { EndlessBeside } from "./endless-beside.ts";
import { FiniteEnd } from "./finite-end.ts";
import { capped, deadlocked, stuckEnd } from "./finite-outcomes.ts";
import { finishedVerdict, finiteWords } from "./finished-verdict.ts";
import { FiniteGoal } from "./finite-goal.ts";
import { FinitePatience, type SliceStart } from "./finite-patience.ts";
import { HeldBack, heldBackWords } from "./held-back.ts";
import type { JournalReader } from "./journal-reader.ts";
import { MetricSet } from "./metric-set.ts";
import { LONGEST_WAIT, Overload } from "./overload.ts";
import { packetTicks } from "./packet-ticks.ts";
import { readersBeside } from "./readers-beside.ts";
import { untoldWords, withoutSaturated } from "./saturated-beside.ts";
import type { Saturation } from "./statistics/saturation.ts";

const NONE: ReadonlyMap<number, Saturation> = new Map();
const AT_DEAD_LINKS = "the rest waits at hosts whose links are down for good";
const OVER_DEAD_LINKS =
  "the rest is sent again and again over links that are down for good";
/** The finite traffic has come to its end. */
const OVER = "over";

/**
 * Runs until the finite traffic is delivered (or dropped): it is measured whole, from tick 0 to its last delivery or drop. Endless traffic beside it
 * is background and ends with it; where the network does not take what that offers, the verdict says so, and it has no latencies. Caps that are given for finite traffic (`measure.finiteCaps`) end it before, and so does
 * traffic that offers a link more than it carries for so long that the engine cannot count how long packets come to wait ({@link Overload}).
 *
 * @throws FabricError of `checkMeasuredWhole`;
 * `E_SIM_MIXED_TRAFFIC` where finite traffic beside endless traffic does not say how many deliveries it expects;
 * `E_SIM_STALLED` where packets stand still without waiting for each other
 */
export async function runFinite(drive: Drive): Promise<Ended> {
  const isMixed = drive.composition.traffic.some(({ finite }) => !finite);
  if (!isMixed) return new FiniteRun(drive, undefined).toEnd();
  const channels = new ChannelsUntil(drive.engine);
  const ended = await new FiniteRun(drive, channels).toEnd();
  return {
    ...ended,
    counters: channels.until(ended.end),
    packets: packetsUntil(drive),
  };
}

/** The engine's counts, with what it delivers after the end in the network. */
function packetsUntil({ engine, sums }: Drive): PacketCounts {
  const { counts } = engine;
  const { delivered } = sums;
  const dropped = sums.dropped.reduce((all, one) => all + one, 0);
  const later = counts.delivered - delivered + counts.dropped - dropped;
  const inFlight = counts.inFlight + later;
  return { injected: counts.injected, delivered, dropped, inFlight };
}

/** What the run has come to, after a slice: an end of another kind, the end that it was to have, or nothing yet. */
type Outcome = Ended | typeof OVER | undefined;

/** One run to the end of its finite traffic, in slices that grow with it. */
class FiniteRun {
  readonly #drive: Drive;
  /** To be asked at each border, where endless traffic runs beside the finite one. */
  readonly #channels: ChannelsUntil | undefined;
  readonly #mixed: boolean;
  readonly #goal: FiniteGoal;
  readonly #patience: FinitePatience;
  readonly #metrics: MetricSet;
  readonly #beside: EndlessBeside | undefined;
  readonly #last: FiniteEnd;
  readonly #heldBack: HeldBack;
  readonly #overload: Overload;
  readonly #readers: readonly JournalReader[];
  /** Caps: the tick, and the copies delivered. */
  readonly #lastTick: number;
  readonly #mostPackets: number;
  /** The shortest slice. */
  readonly #base: number;

  /** @throws FabricError of `checkMeasuredWhole` and {@link FiniteGoal} */
  constructor(drive: Drive, channels: ChannelsUntil | undefined) {
    const { composition } = drive;
    const { finiteCaps } = composition.experiment.measure;
    checkMeasuredWhole(composition.experiment);
    const mixed = channels !== undefined;
    this.#drive = drive;
    this.#channels = channels;
    this.#mixed = mixed;
    this.#lastTick = Math.max(
      1,
      Math.floor((finiteCaps?.maxTime ?? Infinity) / composition.tickPs),
    );
    this.#mostPackets = finiteCaps?.maxPackets ?? Infinity;
    this.#base = 64 * packetTicks(composition);
    const goal = new FiniteGoal(drive, mixed);
    this.#goal = goal;
    this.#patience = new FinitePatience(drive, goal, mixed);
    this.#metrics = new MetricSet(composition, 0);
    this.#beside = mixed
      ? new EndlessBeside(composition, (host) => drive.changes.isCutOff(host))
      : undefined;
    this.#last = new FiniteEnd(drive, goal);
    this.#heldBack = new HeldBack(drive, this.#beside);
    this.#overload = new Overload(drive, this.#lastTick);
    this.#readers =
      this.#beside === undefined
        ? [this.#metrics]
        : readersBeside(drive, this.#beside, this.#last, [this.#metrics]);
  }

  async toEnd(): Promise<Ended> {
    const { engine } = this.#drive;
    while (!this.#isDone()) {
      const before = {
        hops: engine.counts.packetHops,
        settled: this.#goal.settled(),
      };
      await this.#slice();
      const outcome = this.#outcome(before);
      if (outcome === OVER) break;
      if (outcome !== undefined) return outcome;
    }
    return this.#finish();
  }

  #isDone(): boolean {
    return this.#mixed
      ? this.#drive.now > (this.#last.tick ?? Infinity)
      : this.#drive.engine.idle();
  }

  async #slice(): Promise<void> {
    const drive = this.#drive;
    const until = Math.min(
      this.#lastTick,
      drive.now + Math.max(this.#base, Math.floor(drive.now / 8)),
    );
    do {
      const border = this.#mixed ? this.#last.slice(drive.now) : Infinity;
      const waiting = drive.advance(
        Math.min(until, drive.now + border),
        this.#readers,
      );
      if (waiting !== undefined) await waiting;
      this.#channels?.look(drive.now);
    } while (
      drive.now < until &&
      !drive.full &&
      !(this.#mixed && this.#isDone())
    );
    this.#heldBack.look();
  }

  #outcome(before: SliceStart): Outcome {
    const drive = this.#drive;
    const mixed = this.#mixed;
    const all = this.#goal.expected();
    const settled = this.#goal.settled();
    drive.report(all === undefined ? Number.NaN : settled / all, Number.NaN);
    if (this.#isDone()) return OVER;
    // What is delivered counts, though its last bit may be on its way.
    if (mixed && this.#goal.isComplete() && drive.now >= this.#lastTick)
      return OVER;
    if (this.#isCapped())
      return capped(drive, this.#metrics, this.#goal, this.#saturated());
    const hopeless = this.#overload.end(this.#metrics);
    if (hopeless !== undefined) return hopeless;
    if (this.#isLeftToDeadHosts()) return this.#atDeadHosts();
    // To the last tick: what was sent again since the last drop is counted, too.
    if (this.#patience.isInVain(before, settled))
      return this.#stuck(OVER_DEAD_LINKS, drive.now);
    // Has it come to stand? Finite traffic alone has not as long as some of it arrives, unless copies are sent again and again: then those may arrive for ever.
    // Beside endless traffic a cycle may have closed long before: then no number of the run says anything any more, and what stands behind it grows with every tick.
    // So it may in a run that is long enough for a packet to wait for longer than the engine can count.
    const mayStand =
      mixed ||
      all === undefined ||
      settled <= before.settled ||
      drive.now > LONGEST_WAIT;
    const cycle = mayStand ? cycleOf(drive) : undefined;
    if (cycle !== undefined) return deadlocked(drive, this.#metrics, cycle, "");
    if (settled > before.settled) {
      this.#patience.moved();
      return undefined;
    }
    // What waits for a message that was dropped is never sent, and copies may be lost without a word while endless traffic goes on for ever.
    if (mixed && drive.engine.isFiniteOver()) return OVER;
    const givenUp = this.#patience.unmoved(before);
    if (givenUp === "behind dead links") return this.#atDeadHosts();
    if (givenUp === "stalled") throw stalled(drive);
    return undefined;
  }

  #isCapped(): boolean {
    const { now, full, sums } = this.#drive;
    return now >= this.#lastTick || sums.delivered >= this.#mostPackets || full;
  }

  /** Whether the network is empty for good, as all that is to come is at hosts whose links are down for good. */
  #isLeftToDeadHosts(): boolean {
    const { changes, engine } = this.#drive;
    return (
      changes.stuck && engine.counts.inFlight === 0 && engine.quiet?.() === true
    );
  }

  /** Nothing is to come but from hosts behind dead cables: it is over where the timers that run there bring all to its end. */
  #atDeadHosts(): Outcome {
    expireAtDeadHosts(this.#drive);
    return this.#goal.isComplete()
      ? OVER
      : this.#stuck(AT_DEAD_LINKS, this.#drive.sums.lastSettled);
  }

  /** @param last the tick with which the measurement ends */
  #stuck(why: string, last: number): Ended {
    return stuckEnd(this.#drive, this.#metrics, why, last, this.#saturated());
  }

  /** The endless entries that the network does not take. */
  #saturated(): ReadonlyMap<number, Saturation> {
    if (this.#beside === undefined) return NONE;
    const { management, now, sums } = this.#drive;
    return new Map([
      ...this.#beside.saturated(
        (index) => sums.settled[index] ?? 0,
        (index, host) => sums.heard(index, host),
      ),
      ...(management?.saturated(this.#last.tick ?? now) ?? NONE),
    ]);
  }

  async #finish(): Promise<Ended> {
    const drive = this.#drive;
    const mixed = this.#mixed;
    const metrics = this.#metrics;
    // Endless traffic may have come to stand on its lanes while the finite traffic went on: then what it had delivered before says nothing.
    const cycle = mixed ? cycleOf(drive) : undefined;
    if (cycle !== undefined)
      return deadlocked(drive, metrics, cycle, `${finiteWords(drive)}, but `);
    const end = this.#last.tick ?? Math.max(0, drive.sums.lastSettled);
    // Why farther than a cap: all is delivered, though last bits were on their way when it came, and links carried them.
    if (drive.now <= end && !drive.full) {
      const waiting = drive.advance(end + 1, this.#readers);
      if (waiting !== undefined) await waiting;
      this.#channels?.look(drive.now);
    }
    const refused = this.#saturated();
    return {
      status: "finished",
      verdict: this.#verdict(refused),
      warmup: 0,
      end,
      metrics,
      ticks: end,
      saturated: [...refused.keys()],
      finish: withoutSaturated(drive.composition, new Set(refused.keys())),
    };
  }

  /** @param refused the endless entries that the network does not take */
  #verdict(refused: ReadonlyMap<number, Saturation>): string {
    const drive = this.#drive;
    const untold = untoldWords(
      drive.composition,
      this.#beside?.untold(refused) ?? [],
    );
    const all = this.#goal.expected(() => Infinity);
    return (
      finishedVerdict(drive, all, this.#mixed, refused, untold) +
      heldBackWords(this.#heldBack.share(), this.#mixed) +
      cutOffWords(drive, (index) => refused.has(index))
    );
  }
}

const stalled = ({ composition, engine, now }: Drive): FabricError =>
  new FabricError({
    code: "E_SIM_STALLED",
    message:
      "packets stand still in the network although none waits for another",
    got: `${copies(composition, engine.counts.inFlight)} in flight after ${now} ticks`,
    hint: "this is a fault of a switch model or of the engine: please report it",
  });

/** A cycle of packets that wait for each other for ever; none is for ever as long as links are going to fail or to be restored. */
function cycleOf({ engine, changes }: Drive): readonly Blocked[] | undefined {
  return engine.counts.inFlight > 0 && !Number.isFinite(changes.next)
    ? engine.diagnose()
    : undefined;
}
