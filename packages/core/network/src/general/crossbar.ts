import { lowestBit } from "@fabriclab/kernel";
import { MANAGEMENT_VL } from "@fabriclab/units";
import { createAdmitted } from "../admitted.ts";
import type { LaneMap } from "../lane-map.ts";
import * as L from "../layout.ts";
import type { NetworkState } from "../state.ts";
import type { Agenda } from "./agenda.ts";
import type { Credits } from "./credits.ts";
import type { Gate } from "./gate.ts";
import type { Grants } from "./grant.ts";
import type { Link } from "./link.ts";
import type { Records } from "./records.ts";

/** The crossbar of a switch (or the lanes of a host without output buffers). */
export interface Crossbar {
  /** Serves the requests at output `o`: one packet, or one per lane where each lane has its layer. Without output buffers the link is idle. */
  serve(o: number, t: number): void;
  /** Whether the head of `q` could cross to `lane` of output `o` now: crossbar or link idle, and room behind it. */
  open(o: number, lane: number, q: number, t: number): boolean;
  /** Whether the input of `q` may be read now. */
  readable(q: number, t: number): boolean;
}

export function createCrossbar(
  state: NetworkState,
  records: Records,
  agenda: Agenda,
  credits: Credits,
  lanes: LaneMap,
  grants: Grants,
  link: Link,
  gateOf: () => Gate | undefined,
): Crossbar {
  // Why copies: V8 folds the constants of a function into its code, and reads those of a module from memory.
  const {
    I_BUSY,
    I_QUEUE,
    K_BYTES,
    Q0,
    Q_HEAD,
    Q_PORT,
    X_BUSY,
    X_TURN,
    X_USED,
  } = L;
  const { layout, arbiter, laneScheduler, outputSlots, groupBase } = state;
  const { crossbarScheduler } = state.general;
  const { M, V, W, LANE0, REQUESTS, O_INDEX, O_BUSY, O_DOWN } = records;
  const { O_GROUP, O_REQUESTED, O_SENDING, O_SENDING_UNITS } = records;
  const { HELD, LANE_WORDS, PORT_WORDS, QUEUE_WORDS, isOpen } = records;
  const BUFFERED = layout.buffered;
  const LAYERED = state.layered;
  const REMAP = state.sl2vl !== undefined;
  const MANAGED = V > MANAGEMENT_VL;
  const MANAGEMENT = 1 << MANAGEMENT_VL;
  const scratch = new Int32Array(W);
  const admitted = createAdmitted(state, lanes, (q, t) =>
    gateOf()!.admits(q, t),
  );

  const crossbarOf = (o: number, lane: number): number =>
    o + LANE0 + (LAYERED ? lane * LANE_WORDS : 0);

  /** Whether output buffer `lane` of `o` has room for packet `p`. */
  function fits(o: number, lane: number, p: number, t: number): boolean {
    const units = outputSlots ? 1 : (M[p + K_BYTES]! + 63) >> 6;
    const sending =
      M[o + O_SENDING] === lane && M[o + O_BUSY]! > t
        ? M[o + O_SENDING_UNITS]!
        : 0;
    return (
      M[o + LANE0 + lane * LANE_WORDS + X_USED]! + sending + units <=
      state.outputCapacity
    );
  }

  const readable = (q: number, t: number): boolean => {
    const i = M[q + Q_PORT]!;
    return (
      (V === 1 && !HELD) ||
      LAYERED ||
      M[i + I_BUSY]! <= t ||
      (layout.multicast && M[i + I_QUEUE] === q)
    );
  };

  /** The lane that crosses to `o` next, among `wanted`. */
  function pickLane(o: number, wanted: number): number {
    if (V === 1) return 0;
    if (MANAGED && (wanted & MANAGEMENT) !== 0) return MANAGEMENT_VL;
    if (!BUFFERED) return laneScheduler.pick(M[o + O_INDEX]!, wanted);
    if (crossbarScheduler !== undefined)
      return crossbarScheduler.pick(M[o + O_INDEX]!, wanted);
    const later = wanted & (-1 << M[o + LANE0 + X_TURN]!);
    return lowestBit(later !== 0 ? later : wanted);
  }

  /** The queue with which input `num` wants `lane` of `o`, if it may be read now; else -1, and it is looked at again when it may. */
  function queueOf(num: number, o: number, lane: number, t: number): number {
    const i = groupBase[M[o + O_GROUP]!]! + num * PORT_WORDS;
    const q = HELD
      ? admitted(i, o, lane, t)
      : REMAP
        ? lanes.queueWanting(i, o, lane)
        : i + Q0 + lane * QUEUE_WORDS;
    if (q < 0) return -1;
    if (readable(q, t)) return q;
    agenda.revisitReader(i);
    return -1;
  }

  /** The queue that `lane` of `o` serves next, or -1; an input whose crossbar port is busy with another lane is passed over. */
  function choose(o: number, lane: number, t: number): number {
    const words = o + REQUESTS + lane * LANE_WORDS;
    const slot = M[o + O_INDEX]! * V + lane;
    if (W > 1) return chooseWide(words, slot, o, lane, t);
    for (let requests = M[words]!; requests !== 0;) {
      const num = arbiter.pick(slot, requests);
      const q = queueOf(num, o, lane, t);
      if (q >= 0) return q;
      requests &= ~(1 << num);
    }
    return -1;
  }

  function chooseWide(
    words: number,
    slot: number,
    o: number,
    lane: number,
    t: number,
  ): number {
    for (let w = 0; w < W; w++) scratch[w] = M[words + w]!;
    while (scratch.some((word) => word !== 0)) {
      const num = arbiter.pickWide(slot, scratch, 0, W);
      const q = queueOf(num, o, lane, t);
      if (q >= 0) return q;
      scratch[num >> 5]! &= ~(1 << num);
    }
    return -1;
  }

  function open(o: number, lane: number, q: number, t: number): boolean {
    const p = M[q + Q_HEAD]!;
    if (BUFFERED)
      return M[crossbarOf(o, lane) + X_BUSY]! <= t && fits(o, lane, p, t);
    return (
      M[o + O_BUSY]! <= t &&
      (isOpen(o) ||
        credits.suffices(M[o + O_DOWN]! + Q0 + lane * QUEUE_WORDS, p, t))
    );
  }

  function serve(o: number, t: number): void {
    let wanted = M[o + O_REQUESTED]!;
    if (wanted !== 0) wanted &= ~(gateOf()?.heldLanes(o) ?? 0);
    while (wanted !== 0) {
      const lane = pickLane(o, wanted);
      if (BUFFERED && M[crossbarOf(o, lane) + X_BUSY]! > t) {
        agenda.revisitCrossbar(crossbarOf(o, lane));
        wanted &= LAYERED ? ~(1 << lane) : 0;
        continue;
      }
      const q = choose(o, lane, t);
      // The lane waits for the space of the packet that was chosen: a later, smaller one must not overtake it for ever.
      const room =
        q >= 0 &&
        (BUFFERED
          ? fits(o, lane, M[q + Q_HEAD]!, t)
          : isOpen(o) ||
            credits.take(
              M[o + O_DOWN]! + Q0 + lane * QUEUE_WORDS,
              M[q + Q_HEAD]!,
              t,
            ));
      if (!room) {
        wanted &= ~(1 << lane);
        continue;
      }
      const p = grants.cross(o, lane, q, t);
      if (!BUFFERED) {
        link.transmit(o, lane, p, t);
        return;
      }
      link.deposit(o, lane, p, t);
      if (!LAYERED) return;
      wanted &= ~(1 << lane);
    }
  }

  return { serve, open, readable };
}
