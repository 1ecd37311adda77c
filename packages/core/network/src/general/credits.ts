import { createCreditRing } from "../credit-ring.ts";
import * as L from "../layout.ts";
import { createPortWaits } from "../port-waits.ts";
import type { NetworkState } from "../state.ts";
import type { Agenda } from "./agenda.ts";
import type { Records } from "./records.ts";
import { NO_LIMIT } from "./state.ts";

/** Flow control of the general loop: buffers that differ per lane, lanes without flow control, credits that travel as packets. */
export type Credits = ReturnType<typeof createCredits>;

export function createCredits(
  state: NetworkState,
  records: Records,
  agenda: Agenda,
) {
  // Why copies: V8 folds the constants of a function into its code, and reads those of a module from memory.
  const {
    CREDIT,
    G_DUE,
    G_DUE_BLOCKS,
    G_DUE_PENDING,
    G_DUE_TICK,
    G_DUE_UNITS,
    K_BYTES,
    PROMISED,
    Q0,
    Q_CREDIT,
    Q_CREDIT_EVENT,
    Q_LANE,
    Q_PORT,
    Q_STARVED,
    STARVED,
  } = L;
  const { layout, flightOf, rateNum, rateDen } = state;
  const { slotsOf, capacityOf, creditBytes, owed, counters } = state.general;
  const { M, V, O_INDEX, O_BUSY, O_TICKS, O_SENDING, post } = records;
  const ring = createCreditRing(state);
  const waits = createPortWaits(state);
  const UNLIMITED = NO_LIMIT;
  const DUE_KIND = L.DUE;
  const DUE = layout.generalExtra + G_DUE;
  const DUE_PENDING = layout.generalExtra + G_DUE_PENDING;
  const DUE_TICK = layout.generalExtra + G_DUE_TICK;
  const DUE_UNITS = layout.generalExtra + G_DUE_UNITS;
  const DUE_BLOCKS = layout.generalExtra + G_DUE_BLOCKS;

  /** Where `slotsOf` and `capacityOf` have queue `q`. */
  const kindOf = (q: number): number =>
    M[q + Q_LANE]! + (records.receives(M[q + Q_PORT]!) ? V : 0);

  const unlimited = (q: number): boolean => capacityOf[kindOf(q)] === UNLIMITED;
  const blocksOf = (p: number): number => (M[p + K_BYTES]! + 63) >> 6;

  /** Space that packet `p` takes in input buffer `q`, in that buffer's units. */
  const unitsIn = (q: number, p: number): number =>
    slotsOf[kindOf(q)] ? 1 : blocksOf(p);

  const slotOf = (q: number): number =>
    M[M[q + Q_PORT]! + O_INDEX]! * V + M[q + Q_LANE]!;

  /** Takes in what has arrived by `t`; returns the free space of queue `q` as its sender then knows it. */
  function absorb(q: number, t: number): number {
    if (counters === undefined) return ring.absorb(q, t);
    const before = M[q + Q_CREDIT]!;
    const after = ring.absorb(q, t);
    if (after > before) counters.freed(slotOf(q), after - before);
    return after;
  }

  /** Whether packet `p` may be sent into queue `q` at `t`. */
  function suffices(q: number, p: number, t: number): boolean {
    if (unlimited(q)) return true;
    const units = unitsIn(q, p);
    if (counters !== undefined) {
      absorb(q, t);
      return counters.maySend(slotOf(q), units);
    }
    return M[q + Q_CREDIT]! >= units || ring.absorb(q, t) >= units;
  }

  /** The sender into `q` waits for credits: an event is pending from now on, or comes with the next credits. */
  function starve(q: number): void {
    if (M[q + Q_STARVED] === PROMISED) return;
    if (ring.count(q) > 0) {
      M[q + Q_STARVED] = PROMISED;
      post(CREDIT, q + Q_CREDIT_EVENT, ring.next(q));
    } else M[q + Q_STARVED] = STARVED;
  }

  /** Takes the space of packet `p` in queue `q`; false = there is not enough, and the sender will be woken. */
  function take(q: number, p: number, t: number): boolean {
    if (!suffices(q, p, t)) {
      starve(q);
      return false;
    }
    if (unlimited(q)) return true;
    M[q + Q_CREDIT]! -= unitsIn(q, p);
    counters?.sent(slotOf(q), unitsIn(q, p));
    return true;
  }

  /** Free 64-byte blocks of queue `q` at `t`, as its sender knows them; a slot counts as the largest packet. */
  function blocksFree(q: number, t: number): number {
    if (unlimited(q)) return NO_LIMIT;
    return (
      absorb(q, t) * (slotsOf[kindOf(q)] ? state.general.largestBlocks : 1)
    );
  }

  /** `units` of space in queue `q` are known to its sender from `tick` on. */
  function credit(q: number, units: number, tick: number, t: number): void {
    if (ring.count(q) === layout.ringLength) absorb(q, t);
    ring.push(q, tick, units);
    if (M[q + Q_STARVED] === STARVED) {
      M[q + Q_STARVED] = PROMISED;
      post(CREDIT, q + Q_CREDIT_EVENT, tick);
    }
  }

  /** The space of packet `p` in queue `q` is free from `finish` on. */
  function giveBack(q: number, p: number, finish: number, t: number): void {
    if (unlimited(q)) return;
    const units = unitsIn(q, p);
    const index = M[M[q + Q_PORT]! + O_INDEX]!;
    if (creditBytes === 0) {
      credit(q, units, finish + flightOf[index]!, t);
      return;
    }
    const tick = Math.max(finish, t + 1);
    if (M[q + DUE_PENDING] === 0) post(DUE_KIND, q + DUE, tick);
    // What is due already (in this very tick: the next departure is never earlier) makes room for it; its event finds the later tick.
    else fallDue(q);
    M[q + DUE_PENDING] = 1;
    M[q + DUE_TICK] = tick;
    M[q + DUE_UNITS] = units;
    M[q + DUE_BLOCKS] = blocksOf(p);
  }

  function fallDue(q: number): void {
    const i = M[q + Q_PORT]!;
    const at = 2 * (M[i + O_INDEX]! * V + M[q + Q_LANE]!);
    owed[at]! += M[q + DUE_UNITS]!;
    owed[at + 1]! += M[q + DUE_BLOCKS]!;
    M[q + DUE_PENDING] = 0;
    agenda.mark(i);
  }

  /** The DUE event of queue `q`: the space of a packet has fallen free, and the other end must be told. */
  function due(q: number, t: number): void {
    if (M[q + DUE_TICK]! > t) post(DUE_KIND, q + DUE, M[q + DUE_TICK]!);
    else fallDue(q);
  }

  /** Whether credit packets wait for the link of output `o`. */
  function waiting(o: number): boolean {
    if (creditBytes === 0) return false;
    const first = 2 * M[o + O_INDEX]! * V;
    for (let lane = 0; lane < V; lane++)
      if (owed[first + 2 * lane] !== 0) return true;
    return false;
  }

  /** Puts the credit packets that wait for the idle link of port `o` on it, all in one go, before anything else. */
  function send(o: number, t: number): void {
    if (!waiting(o)) return;
    const index = M[o + O_INDEX]!;
    let bytes = 0;
    for (let lane = 0; lane < V; lane++)
      bytes += creditBytes * owed[2 * (index * V + lane) + 1]!;
    const length = Math.max(
      1,
      Math.ceil((bytes * rateNum[index]!) / rateDen[index]!),
    );
    waits?.starts(o, t);
    M[o + O_BUSY] = t + length;
    M[o + O_TICKS]! += length;
    M[o + O_SENDING] = -1;
    for (let lane = 0; lane < V; lane++) {
      const at = 2 * (index * V + lane);
      if (owed[at] === 0) continue;
      credit(
        o + Q0 + lane * layout.queueWords,
        owed[at]!,
        t + length + flightOf[index]!,
        t,
      );
      owed[at] = 0;
      owed[at + 1] = 0;
    }
  }

  return {
    suffices,
    starve,
    take,
    blocksFree,
    giveBack,
    due,
    waiting,
    send,
  };
}
