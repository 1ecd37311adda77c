import { lowestBit } from "@fabriclab/kernel";
import { MANAGEMENT_VL } from "@fabriclab/units";
import * as L from "./layout.ts";
import type { NetworkState } from "./state.ts";

/** Which lane a packet leaves a switch on, and which queues of an input want the same lane of an output. */
export interface LaneMap {
  /** Lane on which a packet of class word `cls`, in lane `inLane` of input `i`, leaves output `o` of the same switch. */
  outLane(i: number, o: number, cls: number, inLane: number): number;
  /** Whether the SL2VL entry of that packet says 15: discard. Asked by the general loop only, see lane-discards.ts. */
  discards(i: number, o: number, cls: number, inLane: number): boolean;
  /** The first queue of input `i` whose head requests `lane` of output `o`, or -1. With SL2VL there may be several. */
  queueWanting(i: number, o: number, lane: number): number;
  /** The same among `queues`, bits as in `I_WANTS`. */
  queueAmong(i: number, o: number, lane: number, queues: number): number;
}

export function createLaneMap(state: NetworkState): LaneMap {
  // Why copies: V8 folds the constants of a function into its code, and reads those of a module from memory.
  const {
    I_NODE,
    I_NUM,
    I_WANTS,
    K_CLASS,
    MANY,
    O_NUM,
    Q0,
    QX_LANE,
    QX_MASK,
    Q_HEAD,
    Q_LANE,
    Q_OUT,
  } = L;
  const { memory: M, layout, sl2vl, sl2vlDiscards, sl2vlAt, sl2vlRow } = state;
  /** VL15 is the management lane: no SL2VL applies to it. */
  const MANAGED = layout.lanes > MANAGEMENT_VL;
  const NUM = layout.out + O_NUM;
  const LANE = layout.extra + QX_LANE;
  const MASK = layout.extra + QX_MASK;

  function entry(i: number, o: number, cls: number): number {
    const sw = M[i + I_NODE]!;
    return (
      sl2vlAt[sw]! +
      (Math.imul(M[i + I_NUM]!, sl2vlRow[sw]!) + M[o + NUM]!) * 16 +
      ((cls >> 16) & 15)
    );
  }

  const outLane = (i: number, o: number, cls: number, inLane: number): number =>
    sl2vl === undefined || (MANAGED && inLane === MANAGEMENT_VL)
      ? inLane
      : sl2vl[entry(i, o, cls)]!;

  const discards = (
    i: number,
    o: number,
    cls: number,
    inLane: number,
  ): boolean =>
    sl2vlDiscards !== undefined &&
    !(MANAGED && inLane === MANAGEMENT_VL) &&
    sl2vlDiscards[entry(i, o, cls)] === 1;

  function queueAmong(
    i: number,
    o: number,
    lane: number,
    queues: number,
  ): number {
    const num = M[o + NUM]!;
    for (let wants = queues; wants !== 0; wants &= wants - 1) {
      const q = i + Q0 + lowestBit(wants) * layout.queueWords;
      const out = M[q + Q_OUT]!;
      if (out === o) {
        if ((sl2vl === undefined ? M[q + Q_LANE] : M[q + LANE]) === lane)
          return q;
      } else if (
        out === MANY &&
        (M[q + MASK + (num >> 5)]! & (1 << num)) !== 0
      ) {
        if (
          outLane(i, o, M[M[q + Q_HEAD]! + K_CLASS]!, M[q + Q_LANE]!) === lane
        )
          return q;
      }
    }
    return -1;
  }

  const queueWanting = (i: number, o: number, lane: number): number =>
    queueAmong(i, o, lane, M[i + I_WANTS]!);

  return { outLane, discards, queueWanting, queueAmong };
}
