import { createLaneMap } from "./lane-map.ts";
import * as L from "./layout.ts";
import { createPortWaits } from "./port-waits.ts";
import type { NetworkState } from "./state.ts";

/** Takes requests of heads back. */
export interface Withdraw {
  /** At `t`, every request of the head of `q`, which then has none. */
  all(q: number, t: number): void;
  /** At `t`, that of multicast head `q` at output `o` alone, with its bit in the mask. */
  branch(q: number, o: number, t: number): void;
}

export function createWithdraw(state: NetworkState): Withdraw {
  const { memory: M, layout } = state;
  const { outLane, queueWanting } = createLaneMap(state);
  const waits = layout.buffered ? undefined : createPortWaits(state);
  const MASK = layout.extra + L.QX_MASK;

  /** At `t` input `i` stops asking for `lane` of `o`, unless another of its queues does. */
  function clear(i: number, o: number, lane: number, t: number): void {
    if (queueWanting(i, o, lane) >= 0) return;
    const num = M[i + L.I_NUM]!;
    const words =
      o +
      layout.out +
      L.O_LANES +
      lane * layout.laneWords +
      (layout.buffered ? L.X_REQUESTS : 0);
    M[words + (num >> 5)]! &= ~(1 << num);
    let any = 0;
    for (let w = 0; w < layout.maskWords; w++) any |= M[words + w]!;
    if (any === 0) {
      M[o + layout.out + L.O_REQUESTED]! &= ~(1 << lane);
      if (M[o + layout.out + L.O_REQUESTED] === 0) waits?.withdrawn(o, t);
    }
    if (layout.pairs === 0) return;
    const its = (M[o + layout.pairs + L.P_LANES + num]! &= ~(1 << lane));
    if (its !== 0) return;
    M[o + layout.pairs + L.P_ASKERS]! &= ~(1 << num);
    M[i + layout.pairs + L.P_ASKED]! &= ~(1 << M[o + layout.out + L.O_NUM]!);
  }

  const laneAt = (q: number, i: number, o: number): number =>
    outLane(i, o, M[M[q + L.Q_HEAD]! + L.K_CLASS]!, M[q + L.Q_LANE]!);

  return {
    all(q, t) {
      const i = M[q + L.Q_PORT]!;
      const out = M[q + L.Q_OUT]!;
      const outputs: number[] = [];
      if (out >= 0) outputs.push(out);
      else if (out === L.MANY) {
        for (let port = 0; port < 32 * layout.maskWords; port++) {
          if ((M[q + MASK + (port >> 5)]! & (1 << port)) !== 0)
            outputs.push(M[i + L.I_BASE]! + port * layout.portWords);
        }
      }
      M[q + L.Q_OUT] = -1;
      M[i + L.I_WANTS]! &= ~(1 << ((q - i - L.Q0) / layout.queueWords));
      for (const o of outputs) clear(i, o, laneAt(q, i, o), t);
    },
    branch(q, o, t) {
      const i = M[q + L.Q_PORT]!;
      const num = M[o + layout.out + L.O_NUM]!;
      M[q + MASK + (num >> 5)]! &= ~(1 << num);
      clear(i, o, laneAt(q, i, o), t);
    },
  };
}
