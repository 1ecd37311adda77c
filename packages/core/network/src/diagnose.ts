import { MULTICAST_LID_MIN } from "@fabriclab/units";
import { createAdmitted } from "./admitted.ts";
import { mayWaitInCycle } from "./cyclic-waits.ts";
import { createCreditRing } from "./credit-ring.ts";
import { createLaneMap } from "./lane-map.ts";
import * as L from "./layout.ts";
import { NO_LIMIT } from "./general/state.ts";
import type { Blocked, NetworkConfig } from "./network.ts";
import {
  usesOwnEndports,
  withOwnEndports,
  type EngineFabric,
} from "./own-endports.ts";
import { R_TIME } from "./registers.ts";
import type { NetworkState } from "./state.ts";
import {
  findCycle,
  withoutWaysOut,
  type AnyHold,
  type Hold,
} from "./wait-graph.ts";
import { createPlaces, type Place } from "./wait-places.ts";

/** A place whose head must go on first, and why if not for its space. */
interface Wait {
  readonly next: Place;
  readonly reason?: "gang" | "holding buffer";
  /** One of several, any of which would do. */
  readonly any?: boolean;
}

/**
 * Looks for a deadlock: a cycle of buffers whose heads wait for space held by the next, with no credit on its way to any of them. Exact also
 * while other traffic moves, on other lanes of the same links, too: such a cycle can never resolve (a head with several outputs needs all of them, or any
 * one if its first copy takes it into a holding buffer). A head that a drop policy will
 * remove waits for nobody.
 *
 * Complexity: O(buffers).
 */
export function diagnose(
  state: NetworkState,
  config: NetworkConfig,
): readonly Blocked[] | undefined {
  const { fabric } = config;
  if (
    !usesOwnEndports(config) &&
    !mayWaitInCycle(state, fabric.portStart[fabric.switchCount]!)
  )
    return undefined;
  const held = holds(state, config);
  return held.length === 0 ? undefined : findCycle(held);
}

/** Every buffer whose head waits for space, with no credit on its way. Of a split network: those of this part, also towards the others. */
export function holds(state: NetworkState, config: NetworkConfig): Hold[] {
  const { memory: M, layout, registers, outputSlots, general } = state;
  const { slotsOf, capacityOf, owed, gate } = general;
  const laneMap = createLaneMap(state);
  const { outLane, queueWanting } = laneMap;
  const now = registers[R_TIME]!;
  const fabric: EngineFabric = (
    usesOwnEndports(config) ? withOwnEndports(config) : config
  ).fabric;
  const { firstPort = 1 } = fabric;
  const ring = createCreditRing(state);
  const units = (p: number, slots: boolean): number =>
    slots ? 1 : (M[p + L.K_BYTES]! + 63) >> 6;
  const {
    portOf,
    input,
    holding,
    placeOf,
    output,
    central,
    centralAt,
    headOf,
  } = createPlaces(state);

  /**
   * The input buffer beyond output `o` if it has no room for packet `p` and no credit is on its way. Whether the link is busy does not matter: what it
   * carries, on this lane or another, frees nothing there.
   */
  function starved(o: number, lane: number, p: number): Place | undefined {
    const down = M[o + layout.out + L.O_DOWN]!;
    const node = M[down + L.I_NODE]!;
    // Of a buffer in another part this one keeps the credits.
    if (node < 0 && node !== L.REMOTE) return undefined;
    const q = down + L.Q0 + lane * layout.queueWords;
    if (capacityOf[lane] === NO_LIMIT) return undefined;
    if (
      general.creditBytes > 0 &&
      (M[q + layout.generalExtra + L.G_DUE_PENDING] !== 0 ||
        owed[2 * (portOf(down) * layout.lanes + lane)] !== 0)
    )
      return undefined;
    if (ring.count(q) > 0 && ring.last(q) > now) return undefined;
    const credit = M[q + L.Q_CREDIT]! + ring.coming(q);
    return credit < units(p, slotsOf[lane] === 1)
      ? input(down, lane)
      : undefined;
  }

  /** Whether the head of queue `q`, which requests its outputs, waits for a holding buffer: no output chooses it. */
  const isPassedOver = (q: number): boolean =>
    layout.held && gate!.blockers(q, -1).length > 0;
  const admitted = createAdmitted(state, laneMap, (q) => !isPassedOver(q));

  /**
   * The packet that `lane` of output `o` waits for: the arbiter's choice, whose space must come before any other packet goes (a smaller one that
   * has room waits as well). -1 where nobody requests.
   */
  function chosen(o: number, lane: number): number {
    const x = o + layout.out + L.O_LANES + lane * layout.laneWords;
    const words = x + (layout.buffered ? L.X_REQUESTS : 0);
    const requests = M.slice(words, words + layout.maskWords);
    const slot = M[o + layout.out + L.O_INDEX]! * layout.lanes + lane;
    while (requests.some((word) => word !== 0)) {
      const num =
        layout.maskWords === 1
          ? state.arbiter.pick(slot, requests[0]!)
          : state.arbiter.pickWide(slot, requests, 0, layout.maskWords);
      const i = M[o + L.I_BASE]! + num * layout.portWords;
      const q = layout.held
        ? admitted(i, o, lane, now)
        : state.sl2vl === undefined
          ? i + L.Q0 + lane * layout.queueWords
          : queueWanting(i, o, lane);
      if (q >= 0) return M[q + L.Q_HEAD]!;
      requests[num >> 5]! &= ~(1 << num);
    }
    return -1;
  }

  /** What blocks packet `p` from leaving by output `o`. */
  function behind(o: number, lane: number, p: number): Place | undefined {
    if (!layout.buffered) return starved(o, lane, p);
    const x = output(o, lane);
    if (
      M[o + layout.out + L.O_BUSY]! > now &&
      M[o + layout.out + L.O_SENDING] === lane
    )
      return undefined;
    return M[x.at + L.X_USED]! + units(p, outputSlots) > state.outputCapacity
      ? x
      : undefined;
  }

  /** The central queue of output `o` if it has no room for a copy and none is about to leave. */
  function full(o: number, lane: number): Place | undefined {
    const place = central(o, lane);
    const leaving =
      M[o + layout.out + L.O_BUSY]! > now &&
      M[o + layout.out + L.O_SENDING] === (16 | lane);
    return !leaving &&
      general.centralCount[centralAt(place)]! >= general.centralPackets
      ? place
      : undefined;
  }

  /** Whether the head of queue `q` will be dropped if it waits long enough: then nobody waits for it for ever. Not when a copy of it has left. */
  const impatient = (q: number, out: number): boolean =>
    state.drop !== undefined &&
    M[q + layout.extra + L.QX_DEADLINE] !== L.NEVER &&
    !(out === L.MANY && M[q + layout.extra + L.QX_STARTED] !== 0);

  function waitsFor(place: Place): Wait[] {
    const p = headOf(place);
    if (p < 0) return [];
    const record = layout.firstPort + place.port * layout.portWords;
    if (place.stage === "output" || place.stage === "central") {
      const next = starved(record, place.lane, p);
      return next === undefined ? [] : [{ next }];
    }
    const out = M[place.at + L.Q_OUT]!;
    if (out === -1 || impatient(place.at, out)) return [];
    const outputs: number[] = [];
    if (out >= 0) outputs.push(out);
    else {
      const base = M[record + L.I_BASE]!;
      for (let num = 0; num < 32 * layout.maskWords; num++) {
        if (
          (M[place.at + layout.extra + L.QX_MASK + (num >> 5)]! &
            (1 << num)) !==
          0
        )
          outputs.push(base + num * layout.portWords);
      }
    }
    if (isPassedOver(place.at))
      return gate!
        .blockers(place.at, -1)
        .map(({ queue, reason, any = false }) => ({
          next: placeOf(queue),
          reason,
          any,
        }));
    // Its first copy takes it out of its buffer, whichever that is.
    const moves = layout.held && place.stage === "input" && outputs.length > 1;
    const copied = out === L.MANY && general.centralPackets > 0;
    // It has not requested its outputs: it is a gang, or goes into central queues.
    const atGate =
      gate !== undefined &&
      !layout.held &&
      out === L.MANY &&
      (M[record + L.I_WANTS]! & (1 << place.lane)) === 0;
    const waits = outputs.map((o): Wait[] => {
      const lane = outLane(record, o, M[p + L.K_CLASS]!, place.lane);
      // While other packets have the link nothing is chosen for it yet: then it is this packet alone that tells whether it can go on.
      const open = layout.buffered || M[o + layout.out + L.O_BUSY]! <= now;
      const choice = atGate || !open ? -1 : chosen(o, lane);
      const next = copied
        ? full(o, lane)
        : behind(o, lane, choice < 0 ? p : choice);
      const first = gate?.blockers(place.at, o) ?? [];
      return [
        ...(next === undefined ? [] : [{ next }]),
        ...first.map(({ queue, reason, any = false }) => ({
          next: placeOf(queue),
          reason,
          any,
        })),
      ];
    });
    if (!moves) return waits.flat();
    return waits.some((of) => of.length === 0)
      ? []
      : waits.flat().map((wait) => ({ ...wait, any: true }));
  }

  function describe(place: Place, { next, reason }: Wait): Blocked {
    const p = headOf(place);
    const dlid = M[p + L.K_CLASS]! & 0xffff;
    const spot = (at: Place) => {
      const node = fabric.portNode[at.port]!;
      return {
        node,
        stage: at.stage,
        port: at.port - fabric.portStart[node]! + firstPort,
        lane: at.lane,
      };
    };
    return {
      ...spot(place),
      // Why no number of the packet's own: records of the pool are handed out in another order when the network is split.
      packet: 0,
      source: M[p + L.K_SOURCE]! & L.SOURCE_MASK,
      dlid,
      destination:
        dlid >= MULTICAST_LID_MIN ? -1 : (config.tables.lids.owner[dlid] ?? -1),
      waitsFor: spot(next),
      ...(reason === undefined ? {} : { reason }),
    };
  }

  const found: AnyHold[] = [];
  const add = (place: Place): void => {
    const waits = waitsFor(place).map((wait) => ({
      to: wait.next.at,
      blocked: describe(place, wait),
      any: wait.any ?? false,
    }));
    if (waits.length > 0) found.push({ at: place.at, waits });
  };
  for (let port = 0; port < fabric.portStart[fabric.switchCount]!; port++) {
    const record = layout.firstPort + port * layout.portWords;
    if (M[record + L.I_NODE]! < 0) continue;
    for (let lane = 0; lane < layout.lanes; lane++) {
      // Why asked here, too: most buffers are empty, and a run looks for cycles often.
      if (M[record + L.Q0 + lane * layout.queueWords + L.Q_HEAD]! >= 0)
        add(input(record, lane));
      if (layout.held) add(holding(record, lane));
      if (layout.buffered) add(output(record, lane));
      if (general.centralPackets > 0) add(central(record, lane));
    }
  }
  return withoutWaysOut(found);
}
