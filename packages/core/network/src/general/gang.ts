import {
  addPort,
  addPorts,
  clearPorts,
  nextPort,
  portsOverlap,
  removePorts,
  type Gang,
} from "@fabriclab/spec";
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
import type { WiredEndports } from "./wired-endports.ts";

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
    readonly endports: WiredEndports | undefined;
  },
  policy: Gang,
): Gate {
  const { state, records, agenda, lanes, credits, grants, link, crossbar } =
    parts;
  const { endports } = parts;
  const { clock, layout, groupBase } = state;
  const { M, V, W, LANE0, O_BUSY, O_DOWN, O_NUM } = records;
  const { PORT_WORDS, QUEUE_WORDS, LANE_WORDS, QX_MASK } = records;
  const BUFFERED = layout.buffered;
  const waiting = createWaiting(state);
  /** Switch -> queues whose heads the policy has not been told of yet; outputs that it keeps from unicast; those and the lanes that heads wait for. */
  const fresh: number[][] = Array.from({ length: state.switchCount }, () => []);
  const held = new Int32Array(state.switchCount * W);
  const awaited = new Int32Array(state.switchCount * W);
  const waitingLanes = new Int32Array(state.switchCount);
  /** Port masks of the switch and head at hand. */
  const wanted = new Int32Array(W);
  const free = new Int32Array(W);
  const missing = new Int32Array(W);
  const kept = new Int32Array(W);
  const given = new Int32Array(W);

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

  /** Writes the outputs that the head of `q` wants into `wanted`. */
  function readWanted(q: number): void {
    for (let w = 0; w < W; w++) wanted[w] = M[q + QX_MASK + w]!;
  }

  /**
   * Writes those of them that it cannot have at `t` into `missing`: all, if its input is busy. Links that it needs at once it leaves to what the
   * switch's own endport sends (barriers), as unicast does. @returns whether it can start
   */
  function canStart(q: number, t: number): boolean {
    const isReadable = crossbar.readable(q, t);
    let can = true;
    clearPorts(missing);
    records.forEachBranch(q, (o) => {
      const isFirst = BUFFERED || endports?.ready(o, t) !== true;
      if (isReadable && isFirst && crossbar.open(o, laneOf(q, o), q, t)) return;
      addPort(missing, M[o + O_NUM]!);
      can = false;
    });
    return can;
  }

  /** Writes the outputs of a switch that some waiting head could start on into `free`. */
  function findFree(sw: number, t: number): void {
    clearPorts(free);
    for (const q of waiting.of(sw)) {
      readWanted(q);
      if (!canStart(q, t)) removePorts(wanted, missing);
      addPorts(free, wanted);
    }
  }

  function start(q: number, t: number): void {
    const outputs: [o: number, lane: number][] = [];
    records.forEachBranch(q, (o) => {
      outputs.push([o, laneOf(q, o)]);
    });
    for (const [o, lane] of outputs) {
      // The space that `canStart` has seen is still there: nothing was granted since.
      if (!BUFFERED && !records.isOpen(o))
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
      } else if (!records.isOpen(o) && !crossbar.open(o, lane, q, t)) {
        const down = M[o + O_DOWN]! + L.Q0 + lane * QUEUE_WORDS;
        if (!credits.suffices(down, M[q + L.Q_HEAD]!, t)) credits.starve(down);
      }
    });
  }

  function decide(sw: number, t: number): void {
    const now = clock.base + t;
    for (const q of fresh[sw]!.sort((a, b) => a - b)) {
      const i = M[q + L.Q_PORT]!;
      readWanted(q);
      policy.request(
        sw,
        slotOf(q),
        wanted,
        now,
        clock.base + records.headerArrival(i, M[q + L.Q_HEAD]!),
      );
    }
    fresh[sw]!.length = 0;
    const first = sw * W;
    if (waiting.of(sw).length === 0 && !keepsAny(sw)) return;
    findFree(sw, t);
    const fits = (slot: number): boolean => canStart(queueOf(sw, slot), t);
    while (waiting.of(sw).length > 0) {
      const slot = policy.pick(sw, free, now, fits);
      if (slot < 0) break;
      const q = queueOf(sw, slot);
      if (!canStart(q, t)) {
        // Why not at once the next: the policy did not ask `fits`, and must hear that these are not to be had.
        if (!portsOverlap(free, missing)) break;
        removePorts(free, missing);
        continue;
      }
      waiting.remove(q, sw);
      policy.granted(sw, slot);
      start(q, t);
      findFree(sw, t);
    }
    for (let w = 0; w < W; w++) awaited[first + w] = 0;
    waitingLanes[sw] = 0;
    for (const q of waiting.of(sw)) {
      for (let w = 0; w < W; w++) awaited[first + w]! |= M[q + QX_MASK + w]!;
      waitingLanes[sw] |= 1 << M[q + L.Q_LANE]!;
      watch(q, t);
    }
    keep(sw, now);
  }

  function keepsAny(sw: number): boolean {
    for (let w = 0; w < W; w++) if (held[sw * W + w] !== 0) return true;
    return false;
  }

  /** Asks the policy what it keeps from unicast; outputs that it keeps no longer are looked at. */
  function keep(sw: number, now: number): void {
    clearPorts(kept);
    policy.held(sw, now, kept);
    for (let w = 0; w < W; w++) {
      given[w] = held[sw * W + w]! & ~kept[w]!;
      held[sw * W + w] = kept[w]!;
    }
    for (let p = nextPort(given, 0); p >= 0; p = nextPort(given, p + 1))
      agenda.mark(groupBase[sw]! + p * PORT_WORDS);
  }

  /** Whether output `o` of a switch is in its mask of `masks`. */
  function has(masks: Int32Array, o: number): boolean {
    const num = M[o + O_NUM]!;
    const sw = M[o + L.I_NODE]!;
    return sw >= 0 && (masks[sw * W + (num >> 5)]! & (1 << (num & 31))) !== 0;
  }

  /**
   * Why only waiting lanes where each has a crossbar layer and output buffers: there a gang needs outputs of its own layer. Without the buffers it
   * needs the links, which other lanes would never leave idle all at once.
   */
  const heldLanes = (o: number): number => {
    if (!has(held, o)) return 0;
    return state.layered && BUFFERED ? waitingLanes[M[o + L.I_NODE]!]! : -1;
  };

  /** The waiting head, other than that of `q`, for which the policy keeps output `o`. */
  function holder(q: number, o: number): WaitFor[] {
    const sw = M[o + L.I_NODE]!;
    const slot = has(held, o) ? (policy.holder?.(sw, M[o + O_NUM]!) ?? -1) : -1;
    if (slot < 0 || queueOf(sw, slot) === q) return [];
    return [{ queue: queueOf(sw, slot), reason: "gang" }];
  }

  return {
    admits: () => true,
    started: () => undefined,
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
    cut(q) {
      const sw = switchOf(q);
      if (!waiting.of(sw).includes(q)) return;
      if (!fresh[sw]!.includes(q)) {
        // It asks anew, for fewer outputs; its patience begins anew, too.
        policy.withdrawn?.(sw, slotOf(q));
        fresh[sw]!.push(q);
      }
      agenda.touch(sw);
    },
    blockers: holder,
  };
}
