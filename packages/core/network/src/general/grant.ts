import { createInputQueues } from "../input-queues.ts";
import type { LaneMap } from "../lane-map.ts";
import * as L from "../layout.ts";
import type { Patience } from "../patience.ts";
import type { NetworkState } from "../state.ts";
import type { Credits } from "./credits.ts";
import type { Gate } from "./gate.ts";
import type { Records } from "./records.ts";

/** What a grant does to the input side: its crossbar port, its queue, the credits of its sender. */
export interface Grants {
  /** Carries out the grant of `lane` of output `o` to the head of `q` at `t`. Returns the packet, or copy, that goes to the output. */
  cross(o: number, lane: number, q: number, t: number): number;
  /** The head `p` of `q` has been granted everything at `t`; its tail leaves at `finish`. */
  leave(q: number, p: number, finish: number, t: number): void;
  /** The input of `q` is read by output `o` until `finish`. */
  read(q: number, o: number, finish: number): void;
  /** Takes the branch to output `o` off multicast head `q`; returns the packet for it: a copy, or the head itself if it was the last. */
  branch(q: number, o: number, finish: number, t: number): number;
}

export function createGrants(
  state: NetworkState,
  records: Records,
  credits: Credits,
  lanes: LaneMap,
  patience: Patience,
  gateOf: () => Gate | undefined,
): Grants {
  // Why copies: V8 folds the constants of a function into its code, and reads those of a module from memory.
  const {
    I_BUSY,
    I_NODE,
    I_NUM,
    I_QUEUE,
    I_READER,
    I_WANTS,
    K_BYTES,
    K_READY,
    MANY,
    Q_HEAD,
    Q_OUT,
    Q_PORT,
    READY,
    X_BUSY,
    X_INPUT,
    X_TURN,
  } = L;
  const { layout, arbiter } = state;
  const { select, crossbarScheduler } = state.general;
  const { M, V, W, LANE0, REQUESTS, O_INDEX, O_INPUT, O_NUM } = records;
  const { O_REQUESTED, QX_BRANCHES, QX_END, QX_MASK, QX_STARTED } = records;
  const { HELD, LANE_WORDS, isHolding, post, wantOf } = records;
  const BUFFERED = layout.buffered;
  const LAYERED = state.layered;
  const DROP = state.drop !== undefined;
  const WATCHED = DROP || state.general.live !== undefined;
  const REMAP = state.sl2vl !== undefined;
  const queues = createInputQueues(state);

  function read(q: number, o: number, finish: number): void {
    const i = M[q + Q_PORT]!;
    if (LAYERED || finish <= M[i + I_BUSY]!) return;
    M[i + I_BUSY] = finish;
    M[i + I_READER] = o;
    M[i + I_QUEUE] = q;
  }

  function leave(q: number, p: number, finish: number, t: number): void {
    const i = M[q + Q_PORT]!;
    const follower = M[p]!;
    M[q + Q_OUT] = -1;
    M[i + I_WANTS]! &= ~(1 << wantOf(q));
    // Its place in the input buffer was given back when it left that.
    if (isHolding(q)) {
      M[q + Q_HEAD] = -1;
      return;
    }
    if (LAYERED) M[q + QX_END] = finish;
    // A host's next packet is drafted when this one enters the link.
    if (M[i + I_NODE]! < 0) return;
    queues?.left(q, p, t);
    credits.giveBack(q, p, finish, t);
    M[q + Q_HEAD] = follower;
    if (DROP) patience.left(q, t, finish);
    if (follower >= 0) post(READY, q, Math.max(M[follower + K_READY]!, finish));
  }

  function branch(q: number, o: number, finish: number, t: number): number {
    const p = M[q + Q_HEAD]!;
    const num = M[o + O_NUM]!;
    M[q + QX_MASK + (num >> 5)]! &= ~(1 << num);
    const end = Math.max(finish, M[q + QX_END]!);
    M[q + QX_END] = end;
    const branches = M[q + QX_BRANCHES]! - 1;
    M[q + QX_BRANCHES] = branches;
    if (WATCHED) M[q + QX_STARTED] = 1;
    if (branches > 0) {
      const copy = records.copyOf(p);
      if (HELD) gateOf()!.started(q, end, t);
      return copy;
    }
    leave(q, p, end, t);
    gateOf()?.left(q, end);
    return p;
  }

  /** Withdraws the request of an input, unless another of its queues has the same one. */
  function withdraw(o: number, lane: number, i: number): void {
    if ((REMAP || HELD) && lanes.queueWanting(i, o, lane) >= 0) return;
    const words = o + REQUESTS + lane * LANE_WORDS;
    const num = M[i + I_NUM]!;
    M[words + (W === 1 ? 0 : num >> 5)]! &= ~(1 << num);
    if (records.none(words)) M[o + O_REQUESTED]! &= ~(1 << lane);
  }

  function cross(o: number, lane: number, q: number, t: number): number {
    const p = M[q + Q_HEAD]!;
    const i = M[q + Q_PORT]!;
    const index = M[o + O_INDEX]!;
    const finish = t + records.lengthOn(p, o);
    arbiter.granted(index * V + lane, M[i + I_NUM]!);
    if (BUFFERED) {
      const x = o + LANE0 + (LAYERED ? lane * LANE_WORDS : 0);
      M[x + X_BUSY] = finish;
      M[x + X_INPUT] = i;
      M[o + LANE0 + X_TURN] = lane + 1;
      crossbarScheduler?.granted(index, lane, M[p + K_BYTES]!);
    } else M[o + O_INPUT] = i;
    read(q, o, finish);
    if (M[i + I_NODE]! >= 0)
      select?.granted(M[i + I_NODE]!, M[o + O_NUM]!, lane);
    let packet = p;
    if (M[q + Q_OUT] === MANY) packet = branch(q, o, finish, t);
    else leave(q, p, finish, t);
    withdraw(o, lane, i);
    return packet;
  }

  return { cross, leave, read, branch };
}
