import * as L from "./layout.ts";
import type { NetworkState, Queues } from "./state.ts";

/** Before anything has waited. */
export const noQueues = (
  ports: number,
  lanes: number,
  uniform: boolean,
): Queues => ({
  since: new Int32Array(1),
  waited: new Float64Array(ports),
  behind: new Int32Array(uniform ? 0 : ports * lanes),
});

/**
 * Counts for how long packets wait in the input buffers of switches, added up: over the time that passes it is the mean number that waits (Little).
 *
 * A packet waits from the tick on in which it could go on, the routing delay behind it, until the crossbar begins to read it, its last copy where it has
 * several; also behind others of its lane. It is counted when it leaves, and when the counters are taken. A head whose link is faster than the one that
 * it comes by could not go on before its bytes are there in time: until then it does not wait.
 */
export interface InputQueues {
  /** The head `p` of queue `q`, looked up, could go on from tick `start` on. */
  startsAt(q: number, p: number, start: number): void;
  /** Packet `p` leaves queue `q` of a switch at `t`. */
  left(q: number, p: number, t: number): void;
  /** Packet-ticks of the input at port record `i` since counters were last taken, until `now`. Complexity: O(lanes + packets there). */
  take(i: number, now: number): number;
  /** The counters of all ports have been taken at `now`. */
  taken(now: number): void;
}

/** Of a network that counts them (`NetworkState.queues`); of another one nothing is counted. */
export function createInputQueues(
  state: NetworkState,
): InputQueues | undefined {
  if (state.queues === undefined) return undefined;
  const { memory: M, layout } = state;
  const { since, waited, behind } = state.queues;
  const indexOf = (i: number): number => M[i + layout.out + L.O_INDEX]!;
  const laneOf = (q: number): number => {
    const i = M[q + L.Q_PORT]!;
    return (
      indexOf(i) * layout.lanes + Math.trunc((q - i - L.Q0) / layout.queueWords)
    );
  };
  const waitOf = (p: number, t: number, late: number): number =>
    Math.max(0, t - Math.max(M[p + L.K_READY]! + late, since[0]!));

  return {
    startsAt(q, p, start) {
      if (state.uniform) return;
      behind[laneOf(q)] = Math.max(0, start - M[p + L.K_READY]!);
    },
    left(q, p, t) {
      let late = 0;
      if (!state.uniform) {
        const lane = laneOf(q);
        late = behind[lane]!;
        behind[lane] = 0;
      }
      waited[indexOf(M[q + L.Q_PORT]!)]! += waitOf(p, t, late);
    },
    take(i, now) {
      if (M[i + L.I_NODE]! < 0) return 0;
      let ticks = waited[indexOf(i)]!;
      waited[indexOf(i)] = 0;
      for (let lane = 0; lane < layout.lanes; lane++) {
        const q = i + L.Q0 + lane * layout.queueWords;
        let late = state.uniform
          ? 0
          : behind[indexOf(i) * layout.lanes + lane]!;
        for (let p = M[q + L.Q_HEAD]!; p >= 0; p = M[p]!) {
          ticks += waitOf(p, now, late);
          // Those behind the head wait for it, wherever they go.
          late = 0;
        }
      }
      return ticks;
    },
    taken(now) {
      since[0] = now;
    },
  };
}
