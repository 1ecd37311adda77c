import { lowestBit } from "@fabriclab/kernel";
import type { Gang } from "@fabriclab/spec";
import type { LaneMap } from "../lane-map.ts";
import * as L from "../layout.ts";
import type { NetworkState } from "../state.ts";
import type { Agenda } from "./agenda.ts";
import type { Credits } from "./credits.ts";
import type { Crossbar } from "./crossbar.ts";
import type { Gate, WaitFor } from "./gate.ts";
import type { Grants } from "./grant.ts";
import type { Link } from "./link.ts";
import type { Records } from "./records.ts";
import { createWaiting } from "./waiting.ts";

/**
 * Gangs: a multicast packet starts on all its outputs in the same tick, when the policy picks it and all of them are idle with room behind them.
 * Whoever waits for part of its outputs occupies nothing; what is kept free for it meanwhile is the policy's affair (`held`).
 */
export function createGang(
  parts: {
    readonly state: NetworkState;
    readonly records: Records;
    readonly agenda: Agenda;
    readonly lanes: LaneMap;
    readonly credits: Credits;
    readonly grants: Grants;
    readonly link: Link;
    readonly crossbar: Crossbar;
  },
  policy: Gang,
): Gate {
  const { state, records, agenda, lanes, credits, grants, link, crossbar } =
    parts;
  const { clock, layout, groupBase } = state;
  const { M, V, LANE0, O_BUSY, O_DOWN, O_NUM } = records;
  const { PORT_WORDS, QUEUE_WORDS, LANE_WORDS, QX_MASK } = records;
  const BUFFERED = layout.buffered;
  const waiting = createWaiting(state);
  /** Switch -> queues whose heads the policy has not been told of yet; outputs that it keeps from unicast; those and the lanes that heads wait for. */
  const fresh: number[][] = Array.from({ length: state.switchCount }, () => []);
  const held = new Int32Array(state.switchCount);
  const awaited = new Int32Array(state.switchCount);
  const waitingLanes = new Int32Array(state.switchCount);

  const switchOf = (q: number): number => M[M[q + L.Q_PORT]! + L.I_NODE]!;
  const slotOf = (q: number): number =>
    M[M[q + L.Q_PORT]! + L.I_NUM]! * V + M[q + L.Q_LANE]!;
  const queueOf = (sw: number, slot: number): number =>
    groupBase[sw]! +
    Math.floor(slot / V) * PORT_WORDS +
    L.Q0 +
    (slot % V) * QUEUE_WORDS;
  const laneOf = (q: number, o: number): number =>
    lanes.outLane(
      M[q + L.Q_PORT]!,
      o,
      M[M[q + L.Q_HEAD]! + L.K_CLASS]!,
      M[q + L.Q_LANE]!,
    );

  /** Outputs that the head of `q` wants and cannot have at `t`: all, if its input is busy. */
  function blocked(q: number, t: number): number {
    if (!crossbar.readable(q, t)) return M[q + QX_MASK]!;
    let mask = 0;
    records.forEachBranch(q, (o) => {
      if (!crossbar.open(o, laneOf(q, o), q, t)) mask |= 1 << M[o + O_NUM]!;
    });
    return mask;
  }

  /** Outputs of a switch that some waiting head could start on. */
  function openOutputs(sw: number, t: number): number {
    let mask = 0;
    for (const q of waiting.of(sw)) mask |= M[q + QX_MASK]! & ~blocked(q, t);
    return mask;
  }

  function start(q: number, t: number): void {
    const outputs: [o: number, lane: number][] = [];
    records.forEachBranch(q, (o) => {
      outputs.push([o, laneOf(q, o)]);
    });
    for (const [o, lane] of outputs) {
      // The space that `blocked` has seen is still there: nothing was granted since.
      if (!BUFFERED && !records.toHost(o))
        credits.take(
          M[o + O_DOWN]! + L.Q0 + lane * QUEUE_WORDS,
          M[q + L.Q_HEAD]!,
          t,
        );
      const p = grants.cross(o, lane, q, t);
      if (BUFFERED) link.deposit(o, lane, p, t);
      else link.transmit(o, lane, p, t);
      agenda.mark(o);
    }
  }

  /** Sees to it that the switch is looked at again when something changes for the head of `q`. */
  function watch(q: number, t: number): void {
    if (!crossbar.readable(q, t)) agenda.revisitReader(M[q + L.Q_PORT]!);
    records.forEachBranch(q, (o) => {
      const lane = laneOf(q, o);
      if (M[o + O_BUSY]! > t) agenda.revisitWhenFree(o);
      if (BUFFERED) {
        const x = o + LANE0 + (state.layered ? lane * LANE_WORDS : 0);
        if (M[x + L.X_BUSY]! > t) agenda.revisitCrossbar(x);
      } else if (!records.toHost(o) && !crossbar.open(o, lane, q, t)) {
        const down = M[o + O_DOWN]! + L.Q0 + lane * QUEUE_WORDS;
        if (!credits.suffices(down, M[q + L.Q_HEAD]!, t)) credits.starve(down);
      }
    });
  }

  function decide(sw: number, t: number): void {
    const now = clock.base + t;
    for (const q of fresh[sw]!.sort((a, b) => a - b)) {
      const i = M[q + L.Q_PORT]!;
      policy.request(
        sw,
        slotOf(q),
        M[q + QX_MASK]!,
        now,
        clock.base + records.headerArrival(i, M[q + L.Q_HEAD]!),
      );
    }
    fresh[sw]!.length = 0;
    if (waiting.of(sw).length === 0 && held[sw] === 0) return;
    let free = openOutputs(sw, t);
    const fits = (slot: number): boolean => blocked(queueOf(sw, slot), t) === 0;
    while (waiting.of(sw).length > 0) {
      const slot = policy.pick(sw, free, now, fits);
      if (slot < 0) break;
      const q = queueOf(sw, slot);
      const obstacles = blocked(q, t);
      if (obstacles !== 0) {
        // Why not at once the next: the policy did not ask `fits`, and must hear that these are not to be had.
        if ((free & obstacles) === 0) break;
        free &= ~obstacles;
        continue;
      }
      waiting.remove(q, sw);
      policy.granted(sw, slot);
      start(q, t);
      free = openOutputs(sw, t);
    }
    awaited[sw] = 0;
    waitingLanes[sw] = 0;
    for (const q of waiting.of(sw)) {
      awaited[sw] |= M[q + QX_MASK]!;
      waitingLanes[sw] |= 1 << M[q + L.Q_LANE]!;
      watch(q, t);
    }
    const before = held[sw]!;
    held[sw] = policy.held(sw, now);
    for (let given = before & ~held[sw]; given !== 0; given &= given - 1)
      agenda.mark(groupBase[sw]! + lowestBit(given) * PORT_WORDS);
  }

  const has = (masks: Int32Array, o: number): boolean =>
    M[o + L.I_NODE]! >= 0 &&
    (masks[M[o + L.I_NODE]!]! & (1 << M[o + O_NUM]!)) !== 0;

  /** Why only waiting lanes where each has a crossbar layer: a gang keeps outputs of its own layer. */
  const heldLanes = (o: number): number =>
    !has(held, o) ? 0 : state.layered ? waitingLanes[M[o + L.I_NODE]!]! : -1;

  /** The waiting head, other than that of `q`, for which the policy keeps output `o`. */
  function holder(q: number, o: number): WaitFor[] {
    const sw = M[o + L.I_NODE]!;
    const slot = has(held, o) ? (policy.holder?.(sw, M[o + O_NUM]!) ?? -1) : -1;
    if (slot < 0 || queueOf(sw, slot) === q) return [];
    return [{ queue: queueOf(sw, slot), reason: "gang" }];
  }

  return {
    arrived(q, t) {
      waiting.add(q, t);
      fresh[switchOf(q)]!.push(q);
      agenda.touch(switchOf(q));
    },
    decide,
    heldLanes,
    awaits: (o) => has(awaited, o),
    left: () => undefined,
    forget(q) {
      const sw = switchOf(q);
      if (!waiting.remove(q, sw)) return;
      const at = fresh[sw]!.indexOf(q);
      if (at >= 0) fresh[sw]!.splice(at, 1);
      else policy.withdrawn?.(sw, slotOf(q));
      agenda.touch(sw);
    },
    blockers: holder,
  };
}
