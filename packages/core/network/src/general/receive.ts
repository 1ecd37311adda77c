import { lowestBit } from "@fabriclab/kernel";
import * as L from "../layout.ts";
import type { NetworkState } from "../state.ts";
import type { Agenda } from "./agenda.ts";
import type { Arrive } from "./arrival.ts";
import type { Credits } from "./credits.ts";
import type { Records } from "./records.ts";

/** The receiving side of host adapters: a buffer per lane, and a DMA engine that empties them packet by packet. */
export interface Receive {
  /** Packet `p` is on its way to the host behind output `o`, whose buffer of `lane` has room for it; its last bit is there at `tick`. */
  append(o: number, lane: number, p: number, tick: number): void;
  /** The WAKE event of the host at port `i`: its engine may be free, and a packet there. */
  due(i: number, t: number): void;
}

/** @returns undefined where hosts take every packet at once */
export function createReceive(
  state: NetworkState,
  records: Records,
  agenda: Agenda,
  credits: Credits,
  arrive: Arrive,
): Receive | undefined {
  const { receive } = state.general;
  if (receive === undefined) return undefined;
  // Why copies: V8 folds the constants of a function into its code, and reads those of a module from memory.
  const { I_NODE, K_BYTES, K_READY, NEVER, Q0 } = L;
  const { clock, receiveOf } = state;
  const { head, tail, free, scheduler, elementParts, byteParts, tickParts } =
    receive;
  const { M, V, O_DOWN, QUEUE_WORDS } = records;

  /** Relative tick from which the engine of `host` is free. */
  const freeFrom = (host: number): number =>
    Math.ceil(free[host]! / tickParts) - clock.base;

  function append(o: number, lane: number, p: number, tick: number): void {
    const i = M[o + O_DOWN]!;
    const host = ~M[i + I_NODE]!;
    const at = host * V + lane;
    M[p + K_READY] = tick;
    M[p] = -1;
    if (head[at]! >= 0) M[tail[at]!] = p;
    else {
      head[at] = p;
      agenda.wakeQueue(i + Q0, Math.max(tick, freeFrom(host)));
    }
    tail[at] = p;
  }

  /** The lanes of `host` whose first packet is there at `t`. */
  function filledAt(host: number, t: number): number {
    let filled = 0;
    for (let lane = 0; lane < V; lane++) {
      const p = head[host * V + lane]!;
      if (p >= 0 && M[p + K_READY]! <= t) filled |= 1 << lane;
    }
    return filled;
  }

  /** Moves the first packet of `lane` to memory, from `t` on. */
  function take(i: number, host: number, lane: number, t: number): void {
    const at = host * V + lane;
    const p = head[at]!;
    head[at] = M[p]!;
    const start = Math.max(
      free[host]!,
      (clock.base + M[p + K_READY]!) * tickParts,
    );
    const parts = elementParts + M[p + K_BYTES]! * byteParts;
    // Why a tick at least: the events of this one are being processed already.
    free[host] = Math.max(start + parts, (clock.base + t + 1) * tickParts);
    if (V > 1) scheduler.granted(host, lane, M[p + K_BYTES]!);
    const finish = freeFrom(host);
    credits.giveBack(i + Q0 + lane * QUEUE_WORDS, p, finish, t);
    arrive(host, lane, p, finish + receiveOf[host]!);
  }

  /** Tick at which the first of the waiting packets is there; `NEVER` where none waits. */
  function firstOf(host: number): number {
    let first: number = NEVER;
    for (let lane = 0; lane < V; lane++) {
      const p = head[host * V + lane]!;
      if (p >= 0) first = Math.min(first, M[p + K_READY]!);
    }
    return first;
  }

  function due(i: number, t: number): void {
    const host = ~M[i + I_NODE]!;
    if (freeFrom(host) <= t) {
      const filled = filledAt(host, t);
      if (filled !== 0) take(i, host, V === 1 ? 0 : pick(host, filled), t);
    }
    const first = firstOf(host);
    if (first !== NEVER)
      agenda.wakeQueue(i + Q0, Math.max(first, freeFrom(host)));
  }

  const pick = (host: number, filled: number): number =>
    (filled & (filled - 1)) === 0
      ? lowestBit(filled)
      : scheduler.pick(host, filled);

  return { append, due };
}
