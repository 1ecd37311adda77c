import { lowestBit } from "@fabriclab/kernel";
import * as L from "../layout.ts";
import type { NetworkState } from "../state.ts";
import type { Records } from "./records.ts";

/** What is to be looked at in the second phase of this tick, and the events that bring something back onto it later. */
export type Agenda = ReturnType<typeof createAgenda>;

export function createAgenda(state: NetworkState, records: Records) {
  // Why copies: V8 folds the constants of a function into its code, and reads those of a module from memory.
  const {
    CROSSED,
    DONE,
    G_WAKE,
    G_WAKE_PENDING,
    G_WAKE_TICK,
    I_BUSY,
    I_READER,
    I_WANTS,
    MANY,
    Q0,
    Q_OUT,
    Q_PORT,
    X_BUSY,
    X_PENDING,
  } = L;
  const { layout, groupBase } = state;
  const { M, V, W, OUT, LANE0, O_BUSY, O_PENDING, O_GROUP, O_NUM } = records;
  const { O_REQUESTED, PORT_WORDS, QUEUE_WORDS, LANE_WORDS, post } = records;
  const BUFFERED = layout.buffered;
  const LAYERED = state.layered;
  const CENTRAL = state.general.centralPackets > 0;
  const WAKE_KIND = L.WAKE;
  const WAKE = layout.generalExtra + G_WAKE;
  const WAKE_PENDING = layout.generalExtra + G_WAKE_PENDING;
  const WAKE_TICK = layout.generalExtra + G_WAKE_TICK;
  const list = new Int32Array(groupBase.length);
  const listed = new Uint8Array(groupBase.length);
  const ports = new Int32Array(groupBase.length * W);
  let length = 0;

  /** Puts a switch (or host) on the list. */
  function touch(group: number): void {
    if (listed[group] !== 0) return;
    listed[group] = 1;
    list[length++] = group;
  }

  /** Puts output `o` on the list. */
  function mark(o: number): void {
    const group = M[o + O_GROUP]!;
    const num = M[o + O_NUM]!;
    touch(group);
    ports[group * W + (num >> 5)]! |= 1 << num;
  }

  /** Marks every output that waits for a queue of input `i`, which has just fallen free. */
  function markWanted(i: number): void {
    for (let wants = M[i + I_WANTS]!; wants !== 0; wants &= wants - 1) {
      const q = i + Q0 + lowestBit(wants) * QUEUE_WORDS;
      const o = M[q + Q_OUT]!;
      if (o >= 0) mark(o);
      else if (o === MANY) records.forEachBranch(q, mark);
    }
  }

  /** Looks at everything listed: each group `before` its outputs, its outputs in port order. */
  function visit(
    before: (group: number, t: number) => void,
    each: (o: number, t: number) => void,
    t: number,
  ): void {
    for (let k = 0; k < length; k++) {
      const group = list[k]!;
      before(group, t);
      for (let w = 0; w < W; w++) {
        const at = group * W + w;
        while (ports[at] !== 0) {
          const bit = lowestBit(ports[at]!);
          ports[at]! &= ~(1 << bit);
          each(groupBase[group]! + (32 * w + bit) * PORT_WORDS, t);
        }
      }
      listed[group] = 0;
    }
    length = 0;
  }

  /** Sees to it that output `o` is looked at at `tick` (or before). Pending events keep their tick in the second word of their field. */
  function revisit(o: number, tick: number): void {
    if (M[o + O_PENDING] !== 0) {
      if (M[o + OUT + 1]! <= tick) return;
      records.withdrawEvent(DONE, o + OUT, M[o + OUT + 1]!);
    }
    M[o + O_PENDING] = 1;
    post(DONE, o + OUT, tick);
    M[o + OUT + 1] = tick;
  }

  /** Has the crossbar lane at `x` looked at when it falls free. */
  function revisitCrossbar(x: number): void {
    if (M[x + X_PENDING] !== 0) return;
    M[x + X_PENDING] = 1;
    post(CROSSED, x, M[x + X_BUSY]!);
  }

  /** Has the outputs looked at that wait for input `i`, when its present reader is done. */
  function revisitReader(i: number): void {
    // A copy that is written into a central queue occupies its input, but no output.
    if (CENTRAL) {
      wakeQueue(i + Q0, M[i + I_BUSY]!);
      return;
    }
    const reader = M[i + I_READER]!;
    if (!BUFFERED) revisit(reader, M[i + I_BUSY]!);
    else if (M[reader + LANE0 + X_PENDING] === 0) {
      M[reader + LANE0 + X_PENDING] = 1;
      post(CROSSED, reader + LANE0, M[i + I_BUSY]!);
    }
  }

  /** Puts CROSSED for the crossbar lanes of `o` that are busy while somebody waits for them. A DONE at the same tick does as well. */
  function wakeCrossbar(o: number, t: number, awaited: boolean): void {
    for (let lane = 0; lane < (LAYERED ? V : 1); lane++) {
      const x = o + LANE0 + lane * LANE_WORDS;
      const busy = M[x + X_BUSY]!;
      if (busy <= t || M[x + X_PENDING] !== 0) continue;
      if (LAYERED && !awaited && (M[o + O_REQUESTED]! & (1 << lane)) === 0)
        continue;
      if (M[o + O_PENDING] !== 0 && M[o + OUT + 1] === busy) continue;
      revisitCrossbar(x);
    }
  }

  /** Has the switch of queue `q`, and what waits for its input, looked at at `tick` (or before). */
  function wakeQueue(q: number, tick: number): void {
    if (M[q + WAKE_PENDING] !== 0) {
      if (M[q + WAKE_TICK]! <= tick) return;
      records.withdrawEvent(WAKE_KIND, q + WAKE, M[q + WAKE_TICK]!);
    }
    M[q + WAKE_PENDING] = 1;
    M[q + WAKE_TICK] = tick;
    post(WAKE_KIND, q + WAKE, tick);
  }

  /** The WAKE event of queue `q`. */
  function woken(q: number): void {
    M[q + WAKE_PENDING] = 0;
    const i = M[q + Q_PORT]!;
    touch(M[i + O_GROUP]!);
    markWanted(i);
  }

  /** The output's link, once free, is to be looked at again. */
  const revisitWhenFree = (o: number): void => revisit(o, M[o + O_BUSY]!);

  return {
    touch,
    mark,
    markWanted,
    visit,
    revisit,
    revisitWhenFree,
    revisitCrossbar,
    revisitReader,
    wakeCrossbar,
    wakeQueue,
    woken,
  };
}
