import { EVENT_KIND_BITS, put } from "@fabriclab/kernel";
import {
  DropCause,
  JOURNAL_BIRTH,
  JOURNAL_BYTES,
  JOURNAL_CLASS,
  JOURNAL_KIND,
  JOURNAL_PLACE,
  JOURNAL_SOURCE,
  JOURNAL_STRIDE,
  JOURNAL_TAG,
  JOURNAL_TIME,
  JournalKind,
  MAX_DROPPED_COPIES,
} from "@fabriclab/spec";
import { FabricError } from "@fabriclab/units";
import { createCreditRing } from "./credit-ring.ts";
import { NO_LIMIT } from "./general/state.ts";
import { createInputQueues } from "./input-queues.ts";
import * as L from "./layout.ts";
import { createPacketReceivers } from "./packet-receivers.ts";
import {
  R_BUCKET,
  R_FREE,
  R_JOURNAL,
  R_MAIL,
  S_COPIES,
  S_DROPPED,
} from "./registers.ts";
import type { NetworkState } from "./state.ts";

/**
 * Removes the head of queue `q` at tick `t` without sending it anywhere: its destination is unknown here, its multicast mask is empty, or it
 * waited too long. Its buffer space is free when its tail has arrived. Called with the loop's registers written back; changes `R_FREE` and
 * `R_JOURNAL`.
 * @param receivers that lose their copy by it; absent = those below the port that it came in on
 */
export type Discard = (
  q: number,
  t: number,
  cause?: DropCause,
  receivers?: number,
) => void;

/** Counts packet `p`, at port `i` on `lane`, as dropped at tick `t` once for each of its receivers, and writes it into the journal. */
export type DropRecord = (
  p: number,
  i: number,
  lane: number,
  t: number,
  cause: DropCause,
  receivers: number,
) => void;

export function createDropRecord(state: NetworkState): DropRecord {
  const { memory: M, registers, sums, journal, layout } = state;
  function write(
    p: number,
    i: number,
    lane: number,
    t: number,
    cause: DropCause,
    copies: number,
  ): void {
    const cls = M[p + L.K_CLASS]!;
    const at = registers[R_JOURNAL]!;
    journal[at + JOURNAL_KIND] = JournalKind.dropped;
    journal[at + JOURNAL_TIME] = t;
    journal[at + JOURNAL_BIRTH] = M[p + L.K_BIRTH]!;
    journal[at + JOURNAL_SOURCE] = M[p + L.K_SOURCE]!;
    journal[at + JOURNAL_PLACE] = state.portOf(M[i + layout.out + L.O_INDEX]!);
    journal[at + JOURNAL_BYTES] = M[p + L.K_BYTES]!;
    journal[at + JOURNAL_TAG] = M[p + L.K_TAG]!;
    journal[at + JOURNAL_CLASS] =
      ((cls >> 16) & 15) |
      (lane << 4) |
      (((cls >> 20) & 255) << 8) |
      (cause << 16) |
      ((copies - 1) << 20);
    registers[R_JOURNAL] = at + JOURNAL_STRIDE;
  }
  return (p, i, lane, t, cause, receivers) => {
    for (let rest = receivers; rest > 0; rest -= MAX_DROPPED_COPIES)
      write(p, i, lane, t, cause, Math.min(rest, MAX_DROPPED_COPIES));
    sums[S_DROPPED]! += receivers;
    // The copies that were still to be made of it.
    sums[S_COPIES]! += receivers - 1;
  };
}

/** @param giveBack frees the head's buffer space at tick `end` in the caller's way; absent = credits return at no cost */
export function createDiscard(
  state: NetworkState,
  giveBack?: (q: number, p: number, end: number, t: number) => void,
): Discard {
  const { memory: M, registers, layout, wheel, inputSlots, ahead } = state;
  const { capacityOf } = state.general;
  const ring = createCreditRing(state);
  const record = createDropRecord(state);
  const receiversOf = createPacketReceivers(state);
  const queues = createInputQueues(state);
  const { near, nearBits, far, farBits, bucketBits } = wheel;
  const post = (kind: number, at: number, tick: number): void =>
    put(
      M,
      near,
      nearBits,
      far,
      farBits,
      bucketBits,
      registers[R_BUCKET]!,
      (at << EVENT_KIND_BITS) | kind,
      tick,
    );

  /** The space of packet `p` in queue `q` is known to its sender from `tick` on. */
  function credit(q: number, p: number, tick: number, t: number): void {
    const units = inputSlots ? 1 : (M[p + L.K_BYTES]! + 63) >> 6;
    const { mail } = state;
    if (mail?.remoteUp[M[M[q + L.Q_PORT]! + layout.out + L.O_INDEX]!] === 1) {
      if (tick - t < mail.lookahead) throw late(tick - t, mail.lookahead);
      const at = registers[R_MAIL]!;
      mail.words[at] = ~q;
      mail.words[at + 1] = tick;
      mail.words[at + 2] = units;
      registers[R_MAIL] = at + L.CREDIT_WORDS;
      return;
    }
    ring.absorb(q, t);
    ring.push(q, tick, units);
    if (M[q + L.Q_STARVED] === L.STARVED) {
      M[q + L.Q_STARVED] = L.PROMISED;
      post(L.CREDIT, q + L.Q_CREDIT_EVENT, tick);
    }
  }

  return (
    q,
    t,
    cause = DropCause.unroutable,
    receivers = receiversOf.ofHead(q),
  ) => {
    const p = M[q + L.Q_HEAD]!;
    const i = M[q + L.Q_PORT]!;
    const link = M[M[i + L.I_UP]! + layout.out + L.O_INDEX]!;
    const flight = state.flightOf[link]!;
    const tail =
      M[p + L.K_READY]! - state.hopOf[link]! + flight + M[p + L.K_LENGTH]!;
    // A multicast head may have sent copies already: the input is read until the end of the longest.
    const read =
      M[q + L.Q_OUT] === L.MANY ? M[q + layout.extra + L.QX_END]! : t;
    const end = Math.max(t, tail, read);

    if (giveBack !== undefined) giveBack(q, p, end, t);
    else if (capacityOf[M[q + L.Q_LANE]!] !== NO_LIMIT)
      credit(q, p, end + flight, t);

    queues?.left(q, p, t);
    const follower = M[p]!;
    M[q + L.Q_HEAD] = follower;
    M[q + L.Q_OUT] = -1;
    if (ahead) M[q + L.Q_ROUTE] = 0;
    // Why t + 1: events of tick t are being processed already.
    if (follower >= 0)
      post(
        L.READY,
        q + L.Q_EVENT,
        Math.max(M[follower + L.K_READY]!, end, t + 1),
      );

    record(p, i, M[q + L.Q_LANE]!, t, cause, receivers);
    M[p] = registers[R_FREE]!;
    registers[R_FREE] = p;
  };
}

/** Parts of a split network tell each other of credits once per lookahead. */
function late(ticks: number, lookahead: number): FabricError {
  return new FabricError({
    code: "E_NETWORK_PARTITION",
    message:
      "a packet without a path was discarded at a border of two parts, too late to tell the other one in time",
    got: `${ticks} ticks ahead`,
    expected: `at least ${lookahead}`,
    hint: "run this on one thread, or mend the tables",
  });
}
