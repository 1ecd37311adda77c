import * as L from "../layout.ts";
import type { NetworkState } from "../state.ts";

/** Multicast heads that wait at the gates of switches, oldest first; of the same tick the lowest input, then the lowest lane. */
export interface Waiting {
  add(q: number, t: number): void;
  of(sw: number): readonly number[];
  /** Whether it was there. */
  remove(q: number, sw: number): boolean;
}

export function createWaiting(state: NetworkState): Waiting {
  const { memory: M, clock } = state;
  const queues: number[][] = Array.from(
    { length: state.switchCount },
    () => [],
  );
  const since = new Map<number, number>();
  return {
    add(q, t) {
      const list = queues[M[M[q + L.Q_PORT]! + L.I_NODE]!]!;
      since.set(q, clock.base + t);
      let at = list.length;
      while (
        at > 0 &&
        since.get(list[at - 1]!) === clock.base + t &&
        list[at - 1]! > q
      )
        at--;
      list.splice(at, 0, q);
    },
    of: (sw) => queues[sw]!,
    remove(q, sw) {
      const list = queues[sw]!;
      const at = list.indexOf(q);
      if (at >= 0) list.splice(at, 1);
      return at >= 0;
    },
  };
}
