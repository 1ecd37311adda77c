import { cascade, EVENT_KIND_BITS, put } from "@fabriclab/kernel";
import { FIRST_BIRTH } from "@fabriclab/spec";
import { FabricError } from "@fabriclab/units";
import { buildState } from "./build.ts";
import { networkFrom } from "./create.ts";
import { createCreditRing } from "./credit-ring.ts";
import { holds } from "./diagnose.ts";
import * as L from "./layout.ts";
import { lookaheadOf } from "./lookahead.ts";
import { createLoop } from "./loop.ts";
import { mailBirths, mailedBirth, wordsOf } from "./mailed-births.ts";
import type { Network, NetworkConfig, Partition } from "./network.ts";
import { nextTick } from "./next-tick.ts";
import { INLINE_WORDS, type PartBarrier } from "./part-barrier.ts";
import { REBASE_TICKS } from "./rebase.ts";
import { R_ABROAD, R_BUCKET, R_FREE, R_MAIL, R_TIME } from "./registers.ts";
import type { Hold } from "./wait-graph.ts";

/**
 * One network on several threads. The switches are split into parts; each thread runs its own loop on its own part and they exchange packets
 * and credits over the links between parts by mail, once per *window*.
 *
 * A window is as long as the *lookahead*: nothing that a part does can matter to another one sooner. A packet granted at t can be granted in
 * the next switch at t + flight + routing delay at the earliest, and its credit returns at t + length + flight, with the length that it has on the
 * link by which it leaves: both are known, and mailed, at the grant. So within a window the parts are independent, and the results are bit for bit those of one thread. Windows in which nothing
 * happens are skipped: every part publishes the tick of its next event, and the next window ends a lookahead after the earliest.
 *
 * Message: a packet, `PACKET_WORDS` words (word 0 = the queue it enters, the others as in a packet record), or credits, `CREDIT_WORDS` words (word 0 =
 * ~queue, then tick and units). At the end of each half of a mailbox are births that the messages have no room for (mailed-births.ts). All parts build the same memory layout, so that offsets mean the same everywhere.
 */
export interface Exchange {
  /** One mailbox per part, shared by all, of {@link mailboxWords} words. */
  readonly mailboxes: readonly Int32Array[];
  readonly barrier: PartBarrier;
}

/** A part of a split network. */
export interface NetworkPart extends Network {
  /** Buffers of this part whose heads wait; {@link findCycle} on those of all parts sees what `diagnose`, which sees one part, cannot. */
  holds(): readonly Hold[];
  /** What to do, besides drafting packets, while this part waits for the others: pieces of work that take no longer than a wait; false = nothing left. */
  meanwhile(work: () => boolean): void;
}

/**
 * One part of a split network, as a {@link Network}. All parts must be run to the same ticks in the same order, each on its own thread (`run`
 * waits for the others). Counts, journal and counters are those of this part: add them up. `diagnose` sees no cycle that crosses parts: use
 * `holds`.
 */
export function createPart(
  config: NetworkConfig & { readonly partition: Partition },
  exchange: Exchange,
): NetworkPart {
  const { partOf, part } = config.partition;
  const { mailboxes, barrier } = exchange;
  const own = mailboxes[part]!;
  const TWO = mailboxes.length === 2;
  const half = own.length / 2;
  const lookahead = lookaheadOf(config, partOf).ticks;
  if (!(lookahead >= 1))
    throw new FabricError({
      code: "E_NETWORK_PARTITION",
      message:
        "links between the parts, with the routing behind them, take no time, so that no part can run ahead of another",
      where: { path: "link.flight" },
      got: `a lookahead of ${lookahead} ticks`,
      expected: "at least 1",
      hint: "give the links a flight time or the switches a routing delay, or run on one thread",
    });
  const state = buildState(config, { words: own, lookahead });
  const { registers, memory: M, layout, wheel, sources, births } = state;
  const { draftAhead } = sources;
  const ring = createCreditRing(state);
  const partOfPort = (record: number): number =>
    partOf[
      config.fabric.portNode[(record - layout.firstPort) / layout.portWords]!
    ]!;
  let parity = 0;
  let work = (): boolean => false;
  const meanwhile = (): boolean => draftAhead() || work();
  /** Absolute tick. */
  let windowEnd = -1;
  registers[R_MAIL] = 0;
  const post = (event: number, tick: number): void =>
    put(
      M,
      wheel.near,
      wheel.nearBits,
      wheel.far,
      wheel.farBits,
      wheel.bucketBits,
      registers[R_BUCKET]!,
      event,
      tick,
    );

  function receiveCredits(q: number, tick: number, units: number): void {
    if (ring.count(q) === layout.ringLength) ring.absorb(q, registers[R_TIME]!);
    if (!ring.push(q, tick, units))
      throw new FabricError({
        code: "E_NETWORK_INVARIANT",
        message: "broken invariant: the credit ring does not overflow",
        got: String(ring.count(q)),
        hint: "please report this as a bug",
      });
    if (M[q + L.Q_STARVED] === L.STARVED) {
      M[q + L.Q_STARVED] = L.PROMISED;
      post(((q + L.Q_CREDIT_EVENT) << EVENT_KIND_BITS) | L.CREDIT, tick);
    }
  }

  function receivePacket(mail: Int32Array, at: number, other: number): void {
    const q = mail[at]!;
    const p = registers[R_FREE]!;
    registers[R_FREE] = M[p]!;
    registers[R_ABROAD]!--;
    M[p] = -1;
    for (let word = 1; word < L.PACKET_WORDS; word++)
      M[p + word] = mail[at + word]!;
    const birth = M[p + L.K_BIRTH]!;
    if (birth < FIRST_BIRTH)
      M[p + L.K_BIRTH] = births.wordOf(
        mailedBirth(mailboxes[other]!, birth, (parity + 1) * half),
      );
    const tail = M[q + L.Q_TAIL]!;
    M[q + L.Q_TAIL] = p;
    if (M[q + L.Q_HEAD]! >= 0) {
      M[tail] = p;
      return;
    }
    M[q + L.Q_HEAD] = p;
    if (state.ahead) M[q + L.Q_ROUTE] = 0;
    const i = M[q + L.Q_PORT]!;
    const busy = state.layered
      ? M[q + layout.extra + L.QX_END]!
      : layout.lanes === 1 || M[i + L.I_QUEUE] === q
        ? M[i + L.I_BUSY]!
        : 0;
    post(q << EVENT_KIND_BITS, Math.max(M[p + L.K_READY]!, busy));
  }

  /** As the loop does when it walks on to `now` without events. */
  function enterBucket(now: number): void {
    const { near, nearBits, far, farBits, bucketBits } = wheel;
    const bucket = now >> bucketBits;
    registers[R_BUCKET] = bucket;
    cascade(M, near, nearBits, far, farBits, bucketBits, bucket, bucket + 1);
  }

  /** What a message tells is still to come, or the window was too long. */
  function refuseLate(tick: number): void {
    const now = registers[R_TIME]!;
    if (tick > now) return;
    throw new FabricError({
      code: "E_NETWORK_INVARIANT",
      message:
        "broken invariant: what other parts send matters after the window only",
      got: `tick ${tick} at the end of a window, tick ${now}`,
      hint: "please report this as a bug",
    });
  }

  /** Takes messages of another part. */
  function receive(
    mail: Int32Array,
    from: number,
    to: number,
    other: number,
  ): void {
    for (let at = from; at < to; at += wordsOf(mail[at]!)) {
      const word = mail[at]!;
      const q = word >= 0 ? word : ~word;
      if (!TWO) {
        // A packet is for the part that owns its queue, credits for the part that sends into it.
        const record = q - ((q - layout.firstPort) % layout.portWords);
        if (partOfPort(word >= 0 ? record : M[record + L.I_UP]!) !== part)
          continue;
      }
      if (config.checked) refuseLate(mail[at + 1]!);
      if (word >= 0) receivePacket(mail, at, other);
      else receiveCredits(q, mail[at + 1]!, mail[at + 2]!);
    }
  }

  /** The earliest tick of the messages in a mailbox, or `soonest`. */
  function earliest(
    mail: Int32Array,
    from: number,
    to: number,
    soonest: number,
  ): number {
    for (let at = from; at < to; at += wordsOf(mail[at]!))
      if (mail[at + 1]! < soonest) soonest = mail[at + 1]!;
    return soonest;
  }

  function swap(): void {
    const start = parity * half;
    const end = registers[R_MAIL]!;
    const now = registers[R_TIME]!;
    let soonest = earliest(
      own,
      start,
      end,
      nextTick(wheel, now, registers[R_BUCKET]!),
    );
    const alarm = sources.alarm();
    if (alarm < soonest) soonest = alarm;
    // Why: where its next event lies beyond the window the loop leaves the wheel in the bucket before the clock's, from which what arrives now
    // may look a bucket too far for the near wheel; and a far event's tick would overwrite a queue's route.
    if (now >> wheel.bucketBits > registers[R_BUCKET]!) enterBucket(now);
    if (births.ticks.length > 0)
      mailBirths(births, own, start, end, start + half);
    barrier.meet(own, start, end, soonest, meanwhile);
    for (let other = 0; other < mailboxes.length; other++) {
      if (other === part) continue;
      const theirs = barrier.soonestOf(other);
      if (theirs < soonest) soonest = theirs;
      const words = barrier.wordsOf(other);
      if (words <= INLINE_WORDS) {
        const at = barrier.inlineAt(other);
        receive(barrier.words, at, at + words, other);
      } else receive(mailboxes[other]!, start, start + words, other);
    }
    parity = 1 - parity;
    registers[R_MAIL] = parity * half;
    windowEnd =
      state.clock.base + Math.min(soonest + lookahead - 1, REBASE_TICKS);
  }

  const network = networkFrom(config, state, createLoop, {
    end(until) {
      const { base } = state.clock;
      const now = base + registers[R_TIME]!;
      if (windowEnd <= now) windowEnd = now + lookahead;
      windowEnd = Math.min(windowEnd, base + until, base + REBASE_TICKS);
      return windowEnd - base;
    },
    exchange: swap,
  });
  return Object.assign(network, {
    holds: () => holds(state, config),
    meanwhile(other: () => boolean) {
      work = other;
    },
  });
}
