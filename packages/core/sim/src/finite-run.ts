import type { Blocked } from "@fabriclab/network";
import { FabricError } from "@fabriclab/spec";
import { checkMeasuredWhole } from "./check-measure.ts";
import { expireAtDeadHosts } from "./dead-host-timers.ts";
import { cutOffWords } from "./cut-off.ts";
import type { Drive } from "./drive.ts";
import type { Ended } from "./ended.ts";
import type { PacketCounts } from "./experiment.ts";
import { ChannelsUntil } from "./channels-until.ts";
import { EndlessBeside } from "./endless-beside.ts";
import { FiniteEnd } from "./finite-end.ts";
import { capped, deadlocked, stuckEnd } from "./finite-outcomes.ts";
import { finishedVerdict, finiteWords } from "./finished-verdict.ts";
import { HeldBack, heldBackWords } from "./held-back.ts";
import { MetricSet } from "./metric-set.ts";
import { LONGEST_WAIT, Overload } from "./overload.ts";
import { packetTicks } from "./packet-ticks.ts";
import { readersBeside } from "./readers-beside.ts";
import { untoldWords, withoutSaturated } from "./saturated-beside.ts";
import type { Saturation } from "./statistics/saturation.ts";

/** Slices without a packet moving, each an eighth longer than the run so far, after which a run that is not deadlocked is given up. */
const PATIENCE = 64;
/** The same while something is still to come by itself, though not from the network: the last of these slices ends hours after the first. */
const LONG_PATIENCE = 160;
/** The same beside endless traffic, where all that could still send finite traffic is behind links that are down for good. */
const HOPELESS_PATIENCE = 8;
/** Slices in which finite traffic sends and comes no nearer to its end, while a link is down for good, after which it is taken to send in vain. */
const VAIN_SLICES = 32;
const NONE: ReadonlyMap<number, Saturation> = new Map();
const AT_DEAD_LINKS = "the rest waits at hosts whose links are down for good";
const OVER_DEAD_LINKS =
  "the rest is sent again and again over links that are down for good";

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
  if (!isMixed) return runToEnd(drive, undefined);
  const channels = new ChannelsUntil(drive.engine);
  const ended = await runToEnd(drive, channels);
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

/** @param channels to be asked at each border, where endless traffic runs beside the finite one */
async function runToEnd(
  drive: Drive,
  channels: ChannelsUntil | undefined,
): Promise<Ended> {
  const { composition, engine, sums } = drive;
  const { traffic } = composition;
  const { finiteCaps } = composition.experiment.measure;
  checkMeasuredWhole(composition.experiment);
  const lastTick = Math.max(
    1,
    Math.floor((finiteCaps?.maxTime ?? Infinity) / composition.tickPs),
  );
  const mostPackets = finiteCaps?.maxPackets ?? Infinity;
  const mixed = channels !== undefined;
  const expected = traffic.map(({ finite, expectedDeliveries }) =>
    finite ? expectedDeliveries : 0,
  );
  const uncounted = traffic.findIndex(
    ({ finite, done: isDone }, index) =>
      finite && expected[index] === undefined && isDone === undefined,
  );
  if (mixed && uncounted >= 0) {
    throw new FabricError({
      code: "E_SIM_MIXED_TRAFFIC",
      message:
        "finite traffic beside endless traffic must say how many deliveries it expects",
      where: { path: `traffic[${uncounted}]` },
      expected: "expectedDeliveries",
    });
  }
  const settled = (index: number): number => sums.settled[index] ?? 0;
  const isComplete = (index: number, ended: Float64Array): boolean => {
    const one = traffic[index]!;
    if (!one.finite) return true;
    return (
      one.done?.(ended[index]!) ??
      ended[index]! >= (expected[index] ?? Infinity)
    );
  };
  const complete = (ended: Float64Array = sums.settled): boolean =>
    traffic.every((_, index) => isComplete(index, ended));
  /** Of the finite traffic, nothing more can be sent. */
  const isHopeless = (): boolean =>
    traffic.every(
      ({ streams }, index) =>
        isComplete(index, sums.settled) ||
        streams.every(({ source }) => drive.changes.isCutOff(source)),
    );
  const done = (): boolean =>
    mixed ? drive.now > (last.tick ?? Infinity) : engine.idle();
  /** Nothing is to come but from hosts behind dead cables: whether the timers that run there bring all to its end. */
  const givenUp = (): boolean => {
    expireAtDeadHosts(drive);
    return complete();
  };

  const metrics = new MetricSet(composition, 0);
  const all = expected.reduce<number | undefined>(
    (sum, count) =>
      sum === undefined || count === undefined ? undefined : sum + count,
    0,
  );
  const beside = mixed
    ? new EndlessBeside(composition, (host) => drive.changes.isCutOff(host))
    : undefined;
  const last = new FiniteEnd(drive, all, complete);
  const saturated = (): ReadonlyMap<number, Saturation> =>
    beside === undefined
      ? NONE
      : new Map([
          ...beside.saturated(settled, (index, host) =>
            sums.heard(index, host),
          ),
          ...(drive.management?.saturated(last.tick ?? drive.now) ?? NONE),
        ]);
  const heldBack = new HeldBack(drive, beside);
  const overload = new Overload(drive, lastTick);
  const readers =
    beside === undefined
      ? [metrics]
      : readersBeside(drive, beside, last, [metrics]);
  const base = 64 * packetTicks(composition);
  let still = 0;
  let reached = 0;
  let inVain = 0;
  while (!done()) {
    const hops = engine.counts.packetHops;
    const before = expected.reduce<number>(
      (sum, count, index) => sum + (count === 0 ? 0 : settled(index)),
      0,
    );
    const until = Math.min(
      lastTick,
      drive.now + Math.max(base, Math.floor(drive.now / 8)),
    );
    do {
      const slice = mixed ? last.slice(drive.now) : Infinity;
      const waiting = drive.advance(
        Math.min(until, drive.now + slice),
        readers,
      );
      if (waiting !== undefined) await waiting;
      channels?.look(drive.now);
    } while (drive.now < until && !drive.full && !(mixed && done()));
    heldBack.look();
    const after = expected.reduce<number>(
      (sum, count, index) => sum + (count === 0 ? 0 : settled(index)),
      0,
    );
    drive.report(all === undefined ? Number.NaN : after / all, Number.NaN);
    if (done()) break;
    // What is delivered counts, though its last bit may be on its way.
    if (mixed && complete() && drive.now >= lastTick) break;
    if (drive.now >= lastTick || sums.delivered >= mostPackets || drive.full)
      return capped(drive, metrics, after, all, saturated());
    const hopeless = overload.end(metrics);
    if (hopeless !== undefined) return hopeless;
    const { stuck } = drive.changes;
    if (stuck && engine.counts.inFlight === 0 && engine.quiet?.() === true) {
      if (givenUp()) break;
      return stuckEnd(
        drive,
        metrics,
        AT_DEAD_LINKS,
        drive.sums.lastSettled,
        saturated(),
      );
    }
    const progress = progressOf(drive);
    if (progress > reached || !stuck) inVain = 0;
    else if (after > before) inVain += 1;
    reached = progress;
    // To the last tick: what was sent again since the last drop is counted, too.
    if (inVain >= VAIN_SLICES)
      return stuckEnd(drive, metrics, OVER_DEAD_LINKS, drive.now, saturated());
    // Has it come to stand? Finite traffic alone has not as long as some of it arrives, unless copies are sent again and again: then those may arrive for ever.
    // Beside endless traffic a cycle may have closed long before: then no number of the run says anything any more, and what stands behind it grows with every tick.
    // So it may in a run that is long enough for a packet to wait for longer than the engine can count.
    const cycle =
      mixed || all === undefined || after <= before || drive.now > LONGEST_WAIT
        ? cycleOf(drive)
        : undefined;
    if (cycle !== undefined) return deadlocked(drive, metrics, cycle, "");
    if (after > before) {
      still = 0;
      continue;
    }
    // What waits for a message that was dropped is never sent, and copies may be lost without a word while endless traffic goes on for ever.
    if (mixed && engine.isFiniteOver()) break;
    // Endless traffic moves packets all the time.
    const moves = !mixed && engine.counts.packetHops > hops;
    const waits =
      engine.counts.inFlight > 0 && engine.counts.packetHops === hops;
    const behind = stuck && (mixed || engine.counts.inFlight === 0);
    still = !moves && (waits || behind) ? still + 1 : 0;
    // A start or a time-out may be seconds away, a million packet times.
    const coming = !mixed && !waits && engine.quiet?.() === false;
    const patience = coming
      ? LONG_PATIENCE
      : mixed && stuck && isHopeless()
        ? HOPELESS_PATIENCE
        : PATIENCE;
    if (still < patience) continue;
    if (behind && givenUp()) break;
    if (behind)
      return stuckEnd(
        drive,
        metrics,
        AT_DEAD_LINKS,
        drive.sums.lastSettled,
        saturated(),
      );
    throw new FabricError({
      code: "E_SIM_STALLED",
      message:
        "packets stand still in the network although none waits for another",
      got: `${engine.counts.inFlight} copies in flight after ${drive.now} ticks`,
      hint: "this is a fault of a switch model or of the engine: please report it",
    });
  }

  // Endless traffic may have come to stand on its lanes while the finite traffic went on: then what it had delivered before says nothing.
  const cycle = mixed ? cycleOf(drive) : undefined;
  if (cycle !== undefined)
    return deadlocked(drive, metrics, cycle, `${finiteWords(drive)}, but `);
  const end = last.tick ?? Math.max(0, sums.lastSettled);
  // Why farther than a cap: all is delivered, though last bits were on their way when it came, and links carried them.
  if (drive.now <= end && !drive.full) {
    const waiting = drive.advance(end + 1, readers);
    if (waiting !== undefined) await waiting;
    channels?.look(drive.now);
  }
  const refused = saturated();
  return {
    status: "finished",
    verdict:
      finishedVerdict(
        drive,
        all,
        mixed,
        refused,
        untoldWords(composition, beside?.untold(refused) ?? []),
      ) +
      heldBackWords(heldBack.share(), mixed) +
      cutOffWords(drive, (index) => refused.has(index)),
    warmup: 0,
    end,
    metrics,
    ticks: end,
    saturated: [...refused.keys()],
    finish: withoutSaturated(composition, new Set(refused.keys())),
  };
}

/** A cycle of packets that wait for each other for ever; none is for ever as long as links are going to fail or to be restored. */
function cycleOf({ engine, changes }: Drive): readonly Blocked[] | undefined {
  return engine.counts.inFlight > 0 && !Number.isFinite(changes.next)
    ? engine.diagnose()
    : undefined;
}

/** How far the finite traffic has come: in copies delivered, unless it counts otherwise itself. */
function progressOf({ composition, sums }: Drive): number {
  let sum = 0;
  for (const [index, one] of composition.traffic.entries())
    if (one.finite)
      sum +=
        one.progress?.() ??
        (sums.settled[index] ?? 0) - (sums.dropped[index] ?? 0);
  return sum;
}
