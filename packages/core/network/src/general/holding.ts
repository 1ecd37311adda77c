import * as L from "../layout.ts";
import { R_TIME } from "../registers.ts";
import type { NetworkState } from "../state.ts";
import type { Agenda } from "./agenda.ts";
import type { Gate, WaitFor } from "./gate.ts";
import type { Grants } from "./grant.ts";
import type { Records } from "./records.ts";

/**
 * Holding buffers: the first copy of a packet with several outputs takes it out of its queue into the holding buffer of that lane, from which the
 * others are sent; the buffer is free when the tail of the last has left. A packet that goes one way passes by. Of its own buffers a switch may use
 * `concurrent` at a time, which is as if it had so many that its lanes share. Copies of a packet do not wait for each other; other packets of its
 * input wait while one is read, as behind any packet, and those of its lane that want an output which it still waits for go there after it.
 */
export function createHolding(
  parts: {
    readonly state: NetworkState;
    readonly records: Records;
    readonly agenda: Agenda;
    readonly grants: Grants;
  },
  requestBranches: (q: number) => void,
): Gate {
  const { state, records, agenda, grants } = parts;
  const { clock, registers } = state;
  const { concurrent } = state.general;
  const { M, W, HOLDING, QX_BRANCHES, QX_END, QX_MASK, QX_STARTED } = records;
  const SHARED = concurrent !== Infinity;
  const buffers = SHARED ? state.switchCount * concurrent : 0;
  /** Shared buffer -> absolute tick from which it is free, Infinity while copies are still to be granted; and which holding record has it. */
  const freeAt = new Float64Array(buffers).fill(-Infinity);
  const ownerOf = new Int32Array(buffers).fill(-1);
  /** Switch -> queues whose heads wait for a buffer, nobody knows for how long. */
  const waiting = Array.from(
    { length: state.switchCount },
    () => new Set<number>(),
  );

  const switchOf = (q: number): number => M[M[q + L.Q_PORT]! + L.I_NODE]!;

  /** Whether a copy of the head of `q` would need a holding buffer for the others. */
  const needsOne = (q: number): boolean =>
    M[q + L.Q_OUT] === L.MANY && M[q + QX_BRANCHES]! > 1;

  /** The shared buffer of switch `sw` that is free first. */
  function soonest(sw: number): number {
    let best = sw * concurrent;
    for (let k = best + 1; k < (sw + 1) * concurrent; k++)
      if (freeAt[k]! < freeAt[best]!) best = k;
    return best;
  }

  /** Absolute tick from which the head of `q` may move; Infinity = not known. */
  function opening(q: number): number {
    const h = q + HOLDING;
    if (M[h + L.Q_HEAD]! >= 0) return Infinity;
    const own = clock.base + M[h + QX_END]!;
    return SHARED ? Math.max(own, freeAt[soonest(switchOf(q))]!) : own;
  }

  /** What is in holding buffer `h` is sent, or lost, by `finish`. */
  function fallFree(h: number, finish: number): void {
    const sw = switchOf(h);
    for (let k = 0; SHARED && k < concurrent; k++)
      if (ownerOf[sw * concurrent + k] === h) {
        ownerOf[sw * concurrent + k] = -1;
        freeAt[sw * concurrent + k] = clock.base + finish;
      }
    for (const q of waiting[sw]!) agenda.wakeQueue(q, finish);
    waiting[sw]!.clear();
  }

  return {
    arrived: requestBranches,
    decide: () => undefined,
    admits(q, t) {
      if (!needsOne(q)) return true;
      const from = opening(q);
      if (from <= clock.base + t) return true;
      if (from === Infinity) waiting[switchOf(q)]!.add(q);
      else agenda.wakeQueue(q, from - clock.base);
      return false;
    },
    started(q, finish, t) {
      if (records.isHolding(q)) return;
      const h = q + HOLDING;
      const i = M[q + L.Q_PORT]!;
      const p = M[q + L.Q_HEAD]!;
      if (SHARED) {
        const k = soonest(switchOf(q));
        freeAt[k] = Infinity;
        ownerOf[k] = h;
      }
      M[h + L.Q_HEAD] = p;
      M[h + L.Q_OUT] = L.MANY;
      M[h + QX_BRANCHES] = M[q + QX_BRANCHES]!;
      M[h + QX_END] = finish;
      M[h + QX_STARTED] = 1;
      for (let w = 0; w < W; w++) M[h + QX_MASK + w] = M[q + QX_MASK + w]!;
      M[i + L.I_WANTS]! |= 1 << records.wantOf(h);
      if (M[i + L.I_QUEUE] === q) M[i + L.I_QUEUE] = h;
      grants.leave(q, p, finish, t);
      M[p] = -1;
    },
    heldLanes: () => 0,
    awaits: () => false,
    left(q, finish) {
      if (records.isHolding(q)) fallFree(q, finish);
    },
    forget: () => undefined,
    // With one output left it needs no buffer any more.
    cut(q) {
      if (!records.isHolding(q)) agenda.wakeQueue(q, registers[R_TIME]! + 1);
    },
    blockers(q): readonly WaitFor[] {
      if (records.isHolding(q) || !needsOne(q) || opening(q) !== Infinity)
        return [];
      const reason = "holding buffer" as const;
      if (M[q + HOLDING + L.Q_HEAD]! >= 0)
        return [{ queue: q + HOLDING, reason }];
      const first = switchOf(q) * concurrent;
      return Array.from({ length: concurrent }, (_, k) => ({
        queue: ownerOf[first + k]!,
        reason,
        any: true,
      }));
    },
  };
}
