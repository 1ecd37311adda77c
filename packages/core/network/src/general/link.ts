import { lowestBit } from "@fabriclab/kernel";
import { JournalKind } from "@fabriclab/spec";
import * as L from "../layout.ts";
import type { Patience } from "../patience.ts";
import { createPortWaits } from "../port-waits.ts";
import * as S from "../registers.ts";
import type { NetworkState } from "../state.ts";
import type { Agenda } from "./agenda.ts";
import type { Arrive } from "./arrival.ts";
import type { Credits } from "./credits.ts";
import { createJournalRecord } from "./journal-record.ts";
import type { Receive } from "./receive.ts";
import type { Records } from "./records.ts";

/** Output buffers and links. */
export interface Link {
  /** Packet `p`, granted at `t`, goes into the output buffer of `lane`. */
  deposit(o: number, lane: number, p: number, t: number): void;
  /** Whether packets wait in the central queue of `o`. */
  centralWaits(o: number): boolean;
  /** Starts what may start at `t` on the idle link of `o` from its central queue; returns whether something did. */
  sendCentral(o: number, t: number): boolean;
  /** Likewise from its output buffers. */
  sendBuffered(o: number, t: number): void;
  /** Packet `p` enters the link at `t`. */
  transmit(o: number, lane: number, p: number, t: number): void;
  /** Books packet `p`, which the endpoint of output `o` sends from `t` on. */
  inject(o: number, lane: number, p: number, t: number): void;
  /** An own endport that is wired to every port takes packet `p` through its output `o` from `t` on; @returns when the tail is through. */
  absorb(o: number, lane: number, p: number, t: number): number;
}

/** @param stopBefore called with a tick at which closed-loop traffic wants to be asked again: the slice must end before it */
export function createLink(
  state: NetworkState,
  records: Records,
  agenda: Agenda,
  credits: Credits,
  patience: Patience,
  arrive: Arrive,
  receive: Receive | undefined,
  stopBefore: (tick: number, t: number) => void,
): Link {
  // Why copies: V8 folds the constants of a function into its code, and reads those of a module from memory.
  const {
    I_BUSY,
    I_NODE,
    I_QUEUE,
    K_BIRTH,
    K_BYTES,
    K_CLASS,
    K_LENGTH,
    K_READY,
    Q0,
    Q_HEAD,
    Q_TAIL,
    READY,
    X_HEAD,
    X_TAIL,
    X_USED,
  } = L;
  const { S_HOPS, S_INJECTED, S_INJECTED_BYTES, S_SOURCE_WAIT } = S;
  const { sums, sources, flightOf, hopOf } = state;
  const { outputDelayOf, hops } = state.general;
  const { centralPackets, centralHead, centralTail, centralCount } =
    state.general;
  const { M, V, LANE0, O_BUSY, O_DOWN, O_FILLED, O_INDEX } = records;
  const { O_PACKETS, O_SENDING, O_SENDING_UNITS, O_TICKS } = records;
  const { HELD, LANE_WORDS, QUEUE_WORDS, QX_END, post, release, hopsAt } =
    records;
  const LAYERED = state.layered;
  const DROP = state.drop !== undefined;
  const record = createJournalRecord(state);
  const waits = createPortWaits(state);
  const HOPS = hops.length > 1;
  const DELAYED = outputDelayOf.some((ticks) => ticks > 0);
  const scheduler = state.laneScheduler;

  const unitsOf = (p: number): number =>
    state.outputSlots ? 1 : (M[p + K_BYTES]! + 63) >> 6;

  function deposit(o: number, lane: number, p: number, t: number): void {
    const x = o + LANE0 + lane * LANE_WORDS;
    M[p + K_LENGTH] = records.lengthOn(p, o);
    M[p + K_READY] = t + outputDelayOf[M[o + O_INDEX]!]!;
    M[p] = -1;
    M[x + X_USED]! += unitsOf(p);
    if (M[x + X_HEAD]! < 0) {
      M[x + X_HEAD] = p;
      M[o + O_FILLED]! |= 1 << lane;
    } else M[M[x + X_TAIL]!] = p;
    M[x + X_TAIL] = p;
  }

  /** Takes the space of packet `p` beyond output `o`; where there is none, the output is woken when there is. */
  const takeRoom = (o: number, lane: number, p: number, t: number): boolean =>
    records.isOpen(o) ||
    credits.take(M[o + O_DOWN]! + Q0 + lane * QUEUE_WORDS, p, t);

  /** First packet of the central queue, or of the output buffer, of `lane` at `o`. */
  const headOf = (o: number, lane: number, isCentral: boolean): number =>
    isCentral
      ? centralHead[M[o + O_INDEX]! * V + lane]!
      : M[o + LANE0 + lane * LANE_WORDS + X_HEAD]!;

  /** The lanes of `filled` whose first packet has passed the delay behind the crossbar; `o` is looked at again when the others have. */
  function ripe(
    o: number,
    filled: number,
    isCentral: boolean,
    t: number,
  ): number {
    for (let rest = filled; rest !== 0; rest &= rest - 1) {
      const lane = lowestBit(rest);
      const ready = M[headOf(o, lane, isCentral) + K_READY]!;
      if (ready <= t) continue;
      filled &= ~(1 << lane);
      agenda.revisit(o, ready);
    }
    return filled;
  }

  /** The lane of `filled` whose first packet may start now, or -1. */
  function pick(
    o: number,
    filled: number,
    isCentral: boolean,
    t: number,
  ): number {
    if (DELAYED) filled = ripe(o, filled, isCentral, t);
    while (filled !== 0) {
      const lane = V === 1 ? 0 : scheduler.pick(M[o + O_INDEX]!, filled);
      if (takeRoom(o, lane, headOf(o, lane, isCentral), t)) return lane;
      filled &= ~(1 << lane);
    }
    return -1;
  }

  function centralWaits(o: number): boolean {
    if (centralPackets === 0) return false;
    const first = M[o + O_INDEX]! * V;
    for (let lane = 0; lane < V; lane++)
      if (centralHead[first + lane]! >= 0) return true;
    return false;
  }

  function sendCentral(o: number, t: number): boolean {
    if (!centralWaits(o)) return false;
    const first = M[o + O_INDEX]! * V;
    let filled = 0;
    for (let lane = 0; lane < V; lane++)
      if (centralHead[first + lane]! >= 0) filled |= 1 << lane;
    const lane = pick(o, filled, true, t);
    if (lane < 0) return false;
    const p = centralHead[first + lane]!;
    centralHead[first + lane] = M[p]!;
    if (M[p]! < 0) centralTail[first + lane] = -1;
    centralCount[first + lane]!--;
    transmit(o, lane, p, t);
    // Bit 4 apart from the lanes of output buffers: the central queue's space is taken until the tail has left.
    M[o + O_SENDING] = 16 | lane;
    return true;
  }

  function sendBuffered(o: number, t: number): void {
    const lane = pick(o, M[o + O_FILLED]!, false, t);
    if (lane < 0) return;
    const p = headOf(o, lane, false);
    const x = o + LANE0 + lane * LANE_WORDS;
    M[x + X_HEAD] = M[p]!;
    if (M[p]! < 0) M[o + O_FILLED]! &= ~(1 << lane);
    const units = unitsOf(p);
    if (M[o + I_NODE]! >= 0) M[x + X_USED]! -= units;
    transmit(o, lane, p, t);
    M[o + O_SENDING] = lane;
    M[o + O_SENDING_UNITS] = units;
  }

  function inject(o: number, lane: number, p: number, t: number): void {
    sums[S_INJECTED]!++;
    sums[S_INJECTED_BYTES]! += M[p + K_BYTES]!;
    sums[S_SOURCE_WAIT]! += t - M[p + K_BIRTH]!;
    if (state.injectionsOf[(M[p + K_CLASS]! >> 20) & 255] === 1)
      record(JournalKind.injected, t, state.portOf(M[o + O_INDEX]!), lane, p);
  }

  /** A host has sent packet `p`: the one that follows on this lane is drafted. */
  function injected(o: number, lane: number, p: number, t: number): void {
    inject(o, lane, p, t);
    const q = o + Q0 + lane * QUEUE_WORDS;
    const draft = records.take();
    const drafted = sources.pull(~M[o + I_NODE]! * V + lane, draft);
    stopBefore(sources.alarm(), t);
    if (drafted) {
      M[q + Q_HEAD] = draft;
      post(READY, q, Math.max(M[draft + K_READY]!, M[o + O_BUSY]!));
      return;
    }
    release(draft);
    M[q + Q_HEAD] = -1;
  }

  /** Packet `p`, on the link of `o` until that is free again, goes to an endpoint. */
  function delivered(o: number, lane: number, p: number): void {
    const down = M[o + O_DOWN]!;
    const endpoint = ~M[down + I_NODE]!;
    const there = M[o + O_BUSY]! + flightOf[M[o + O_INDEX]!]!;
    if (records.receives(down)) receive!.append(o, lane, p, there);
    else arrive(endpoint, lane, p, there + state.receiveOf[endpoint]!);
  }

  /** Packet `p`, on the link of `o` from `t` on, joins the next switch's queue at once: nothing can stop it any more. */
  function append(o: number, lane: number, p: number, t: number): void {
    const down = M[o + O_DOWN]!;
    const index = M[o + O_INDEX]!;
    const q = down + Q0 + lane * QUEUE_WORDS;
    const ready = t + hopOf[index]!;
    M[p + K_READY] = ready;
    M[p] = -1;
    // Switches passed: none from a host to its first one.
    if (HOPS) hops[hopsAt(p)] = M[o + I_NODE]! < 0 ? 0 : hops[hopsAt(p)]! + 1;
    const tail = M[q + Q_TAIL]!;
    M[q + Q_TAIL] = p;
    if (M[q + Q_HEAD]! >= 0) {
      M[tail] = p;
      return;
    }
    M[q + Q_HEAD] = p;
    if (DROP) patience.arrived(q, t + flightOf[index]!);
    // Where there are holding buffers, the last packet's first copy is read from the queue, the others are not.
    const busy =
      LAYERED || (HELD && M[down + I_QUEUE] !== q)
        ? M[q + QX_END]!
        : V === 1 || M[down + I_QUEUE] === q
          ? M[down + I_BUSY]!
          : ready;
    post(READY, q, Math.max(ready, busy));
  }

  function transmit(o: number, lane: number, p: number, t: number): void {
    const length = records.lengthOn(p, o);
    M[p + K_LENGTH] = length;
    M[o + O_SENDING] = -1;
    sums[S_HOPS]!++;
    waits?.starts(o, t);
    M[o + O_BUSY] = t + length;
    M[o + O_PACKETS]!++;
    M[o + O_TICKS]! += length;
    if (V > 1) scheduler.granted(M[o + O_INDEX]!, lane, M[p + K_BYTES]!);
    if (M[o + I_NODE]! < 0) injected(o, lane, p, t);
    if (records.toHost(o)) delivered(o, lane, p);
    else append(o, lane, p, t);
  }

  function absorb(o: number, lane: number, p: number, t: number): number {
    const length = records.lengthOn(p, o);
    const busy = M[o + O_BUSY]!;
    M[p + K_LENGTH] = length;
    sums[S_HOPS]!++;
    // Its other packets come in beside this one.
    M[o + O_BUSY] = t + length;
    delivered(o, lane, p);
    M[o + O_BUSY] = busy;
    return t + length;
  }

  return {
    deposit,
    centralWaits,
    sendCentral,
    sendBuffered,
    transmit,
    inject,
    absorb,
  };
}
