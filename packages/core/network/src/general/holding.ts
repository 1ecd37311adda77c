import * as L from "../layout.ts";
import type { NetworkState } from "../state.ts";
import type { Agenda } from "./agenda.ts";
import type { Gate } from "./gate.ts";
import type { Records } from "./records.ts";
import { createWaiting } from "./waiting.ts";

/**
 * At most `concurrent` multicast packets of a switch are in transfer at a time: a head takes a holding buffer before it requests its outputs, and
 * frees it when the tail of its last copy has left the input. First come, first served; of the same tick the lowest input.
 */
export function createHolding(
  parts: {
    readonly state: NetworkState;
    readonly records: Records;
    readonly agenda: Agenda;
  },
  requestBranches: (q: number) => void,
): Gate {
  const { state, records, agenda } = parts;
  const { clock } = state;
  const { concurrent } = state.general;
  const { M } = records;
  const waiting = createWaiting(state);
  const buffers = state.switchCount * concurrent;
  /** Buffer -> absolute tick from which it is free, Infinity while copies are still to be granted; and the queue that has it. */
  const freeAt = new Float64Array(buffers).fill(-Infinity);
  const ownerOf = new Int32Array(buffers).fill(-1);

  const switchOf = (q: number): number => M[M[q + L.Q_PORT]! + L.I_NODE]!;

  function held(q: number): number {
    const first = switchOf(q) * concurrent;
    for (let k = first; k < first + concurrent; k++)
      if (ownerOf[k] === q && freeAt[k] === Infinity) return k;
    return -1;
  }

  /** The buffer of switch `sw` that is free first. */
  function soonest(sw: number): number {
    let best = sw * concurrent;
    for (let k = best + 1; k < (sw + 1) * concurrent; k++)
      if (freeAt[k]! < freeAt[best]!) best = k;
    return best;
  }

  return {
    arrived(q, t) {
      waiting.add(q, t);
      agenda.touch(switchOf(q));
    },
    decide(sw, t) {
      const now = clock.base + t;
      for (;;) {
        const q = waiting.of(sw)[0];
        if (q === undefined) return;
        const k = soonest(sw);
        if (freeAt[k]! > now) {
          if (freeAt[k] !== Infinity)
            agenda.wakeQueue(q, freeAt[k]! - clock.base);
          return;
        }
        freeAt[k] = Infinity;
        ownerOf[k] = q;
        waiting.remove(q, sw);
        requestBranches(q);
      }
    },
    heldLanes: () => 0,
    awaits: () => false,
    left(q, finish) {
      freeAt[held(q)] = clock.base + finish;
      const next = waiting.of(switchOf(q))[0];
      if (next !== undefined) agenda.wakeQueue(next, finish);
    },
    forget(q) {
      const sw = switchOf(q);
      const k = held(q);
      // Copies that have started are read to their end.
      if (k >= 0) freeAt[k] = clock.base + M[q + records.QX_END]!;
      if (waiting.remove(q, sw) || k >= 0) agenda.touch(sw);
    },
    cut: () => undefined,
    blockers(q) {
      const sw = switchOf(q);
      if (!waiting.of(sw).includes(q)) return [];
      const first = sw * concurrent;
      // A buffer whose last copy is on its way falls free by itself.
      if (freeAt[soonest(sw)] !== Infinity) return [];
      return Array.from({ length: concurrent }, (_, k) => ({
        queue: ownerOf[first + k]!,
        reason: "holding buffer" as const,
        any: true,
      }));
    },
  };
}
