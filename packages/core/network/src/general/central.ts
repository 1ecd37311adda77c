import * as L from "../layout.ts";
import type { NetworkState } from "../state.ts";
import type { LaneMap } from "../lane-map.ts";
import type { Agenda } from "./agenda.ts";
import type { Crossbar } from "./crossbar.ts";
import type { Gate } from "./gate.ts";
import type { Grants } from "./grant.ts";
import type { Records } from "./records.ts";
import { createWaiting } from "./waiting.ts";

/**
 * A central queue per (output, lane): the copies of a multicast head go into the queues of their outputs as soon as these have room, whatever
 * the links do, several at a time (a shared memory of sufficient bandwidth); the input is free when all have been written. A copy may start on
 * the link while it is being written, and central queues are served before everything else that wants the link. A copy's space is free when its
 * tail has left. Oldest head first; of the same tick the lowest input.
 */
export function createCentral(parts: {
  readonly state: NetworkState;
  readonly records: Records;
  readonly agenda: Agenda;
  readonly lanes: LaneMap;
  readonly grants: Grants;
  readonly crossbar: Crossbar;
}): Gate {
  const { state, records, agenda, lanes, grants, crossbar } = parts;
  const { centralHead, centralTail, centralCount, centralPackets } =
    state.general;
  const { outputDelayOf } = state.general;
  const { M, V, O_INDEX, O_BUSY, O_SENDING } = records;
  const waiting = createWaiting(state);
  const awaited = new Uint8Array(state.flightOf.length);
  const awaitedOf: number[][] = Array.from(
    { length: state.switchCount },
    () => [],
  );

  const laneOf = (q: number, o: number): number =>
    lanes.outLane(
      M[q + L.Q_PORT]!,
      o,
      M[M[q + L.Q_HEAD]! + L.K_CLASS]!,
      M[q + L.Q_LANE]!,
    );

  function hasRoom(o: number, lane: number, t: number): boolean {
    const sending = M[o + O_SENDING] === (16 | lane) && M[o + O_BUSY]! > t;
    return (
      centralCount[M[o + O_INDEX]! * V + lane]! + (sending ? 1 : 0) <
      centralPackets
    );
  }

  /** Writes the copy of the head of `q` for output `o` into its queue. */
  function write(q: number, o: number, lane: number, t: number): void {
    const length = records.lengthOn(M[q + L.Q_HEAD]!, o);
    grants.read(q, o, t + length);
    const p = grants.branch(q, o, t + length, t);
    M[p] = -1;
    M[p + L.K_LENGTH] = length;
    M[p + L.K_READY] = t + outputDelayOf[M[o + O_INDEX]!]!;
    const at = M[o + O_INDEX]! * V + lane;
    if (centralHead[at]! < 0) centralHead[at] = p;
    else M[centralTail[at]!] = p;
    centralTail[at] = p;
    centralCount[at]!++;
    agenda.mark(o);
  }

  /** Writes what has room; whether the head has copies left. */
  function proceed(q: number, t: number): boolean {
    const open: number[] = [];
    records.forEachBranch(q, (o) => {
      if (hasRoom(o, laneOf(q, o), t)) open.push(o);
    });
    const branches = M[q + records.QX_BRANCHES]!;
    for (const o of open) write(q, o, laneOf(q, o), t);
    return branches > open.length;
  }

  return {
    admits: () => true,
    started: () => undefined,
    arrived(q, t) {
      waiting.add(q, t);
      agenda.touch(M[M[q + L.Q_PORT]! + L.I_NODE]!);
    },
    decide(sw, t) {
      for (const port of awaitedOf[sw]!) awaited[port] = 0;
      awaitedOf[sw]!.length = 0;
      for (const q of [...waiting.of(sw)]) {
        if (!crossbar.readable(q, t)) agenda.revisitReader(M[q + L.Q_PORT]!);
        else if (!proceed(q, t)) {
          waiting.remove(q, sw);
          continue;
        }
        records.forEachBranch(q, (o) => {
          awaited[M[o + O_INDEX]!] = 1;
          awaitedOf[sw]!.push(M[o + O_INDEX]!);
          if (M[o + O_BUSY]! > t) agenda.revisitWhenFree(o);
        });
      }
    },
    heldLanes: () => 0,
    awaits: (o) => awaited[M[o + O_INDEX]!] !== 0,
    left: () => undefined,
    forget(q) {
      const sw = M[M[q + L.Q_PORT]! + L.I_NODE]!;
      if (waiting.remove(q, sw)) agenda.touch(sw);
    },
    cut(q) {
      agenda.touch(M[M[q + L.Q_PORT]! + L.I_NODE]!);
    },
    blockers: () => [],
  };
}
