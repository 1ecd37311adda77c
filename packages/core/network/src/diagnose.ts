import { MULTICAST_LID_MIN } from "@fabriclab/units";
import * as L from "./layout.ts";
import type { Blocked, NetworkConfig } from "./network.ts";
import { R_TIME, type NetworkState } from "./state.ts";

/** A buffer in the wait-for graph: an input queue or the output lane of a switch, by its record's offset. */
interface Place {
  readonly at: number;
  readonly stage: "input" | "output";
  readonly port: number;
  readonly lane: number;
}

/**
 * Looks for a deadlock: a cycle of buffers whose heads wait for space held by the next, with no credit on its way to any of them. Exact also
 * while other traffic moves: such a cycle can never resolve (a head with several outputs needs all of them).
 *
 * Complexity: O(buffers).
 */
export function diagnose(state: NetworkState, config: NetworkConfig): readonly Blocked[] | undefined {
  const { memory: M, layout, registers, inputSlots, outputSlots } = state;
  const now = registers[R_TIME]!;
  const { fabric } = config;
  const units = (p: number, slots: boolean): number => (slots ? 1 : (M[p + L.K_BYTES]! + 63) >> 6);
  const portOf = (record: number): number => (record - layout.firstPort) / layout.portWords;
  const input = (record: number, lane: number): Place => ({ at: record + L.Q0 + lane * layout.queueWords, stage: "input", port: portOf(record), lane });
  const output = (record: number, lane: number): Place => ({ at: record + layout.out + L.O_LANES + lane * layout.laneWords, stage: "output", port: portOf(record), lane });
  const headOf = (place: Place): number => M[place.at + (place.stage === "input" ? L.Q_HEAD : L.X_HEAD)]!;

  /** The input buffer beyond output `o` if it has no room for packet `p` and no credit is on its way. */
  function starved(o: number, lane: number, p: number): Place | undefined {
    const down = M[o + layout.out + L.O_DOWN]!;
    if (M[down + L.I_NODE]! < 0 || M[o + layout.out + L.O_BUSY]! > now) return undefined;
    const q = down + L.Q0 + lane * layout.queueWords;
    let credit = M[q + L.Q_CREDIT]!;
    for (let k = 0; k < M[q + L.Q_RING_COUNT]!; k++) {
      const entry = q + L.Q_RING + 2 * ((M[q + L.Q_RING_AT]! + k) & (layout.ringLength - 1));
      if (M[entry]! > now) return undefined;
      credit += M[entry + 1]!;
    }
    return credit < units(p, inputSlots) ? input(down, lane) : undefined;
  }

  /** What blocks a packet at an input from leaving by output `o`. */
  function behind(o: number, lane: number, p: number): Place | undefined {
    if (!layout.buffered) return starved(o, lane, p);
    const x = output(o, lane);
    if (M[o + layout.out + L.O_BUSY]! > now && M[o + layout.out + L.O_SENDING] === lane) return undefined;
    return M[x.at + L.X_USED]! + units(p, outputSlots) > state.outputCapacity ? x : undefined;
  }

  function waitsFor(place: Place): Place[] {
    const p = headOf(place);
    if (p < 0) return [];
    const record = layout.firstPort + place.port * layout.portWords;
    if (place.stage === "output") {
      const next = starved(record, place.lane, p);
      return next === undefined ? [] : [next];
    }
    const out = M[place.at + L.Q_OUT]!;
    if (out === -1) return [];
    const outLane = (o: number): number => {
      if (state.sl2vl === undefined) return place.lane;
      const sw = M[record + L.I_NODE]!;
      return state.sl2vl[state.sl2vlAt[sw]! + (M[record + L.I_NUM]! * state.sl2vlRow[sw]! + M[o + layout.out + L.O_NUM]!) * 16 + ((M[p + L.K_CLASS]! >> 16) & 15)]!;
    };
    const outputs: number[] = [];
    if (out >= 0) outputs.push(out);
    else {
      const base = M[record + L.I_BASE]!;
      for (let num = 0; num < 32 * layout.maskWords; num++) {
        if ((M[place.at + layout.extra + L.QX_MASK + (num >> 5)]! & (1 << num)) !== 0) outputs.push(base + num * layout.portWords);
      }
    }
    return outputs.map((o) => behind(o, outLane(o), p)).filter((next) => next !== undefined);
  }

  function describe(place: Place, next: Place): Blocked {
    const p = headOf(place);
    const dlid = M[p + L.K_CLASS]! & 0xffff;
    const spot = (at: Place) => {
      const node = fabric.portNode[at.port]!;
      return { node, stage: at.stage, port: at.port - fabric.portStart[node]! + 1, lane: at.lane };
    };
    return {
      ...spot(place),
      packet: (p - layout.firstPacket) / L.PACKET_WORDS,
      source: M[p + L.K_SOURCE]!,
      dlid,
      destination: dlid >= MULTICAST_LID_MIN ? -1 : (config.tables.lids.owner[dlid] ?? -1),
      waitsFor: spot(next),
    };
  }

  // Depth-first search without recursion; `path` holds the buffers being explored and which of their edges is next.
  const finished = new Set<number>();
  for (let port = 0; port < fabric.portStart[fabric.switchCount]!; port++) {
    for (let lane = 0; lane < layout.lanes; lane++) {
      const path: { place: Place; edges: Place[]; next: number }[] = [];
      const depth = new Map<number, number>();
      const enter = (place: Place): void => {
        depth.set(place.at, path.length);
        path.push({ place, edges: waitsFor(place), next: 0 });
      };
      const start = input(layout.firstPort + port * layout.portWords, lane);
      if (!finished.has(start.at)) enter(start);
      while (path.length > 0) {
        const top = path[path.length - 1]!;
        const next = top.edges[top.next++];
        if (next === undefined) {
          finished.add(top.place.at);
          depth.delete(top.place.at);
          path.pop();
          continue;
        }
        const seen = depth.get(next.at);
        if (seen !== undefined) {
          const cycle = path.slice(seen);
          return cycle.map((step, k) => describe(step.place, (cycle[k + 1] ?? cycle[0]!).place));
        }
        if (!finished.has(next.at)) enter(next);
      }
    }
  }
  return undefined;
}
