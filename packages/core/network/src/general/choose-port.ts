import { nextPort, type PortMask } from "@fabriclab/spec";
import type { LaneMap } from "../lane-map.ts";
import * as L from "../layout.ts";
import type { NetworkState } from "../state.ts";
import { NO_LIMIT } from "./state.ts";

const NO_PATH = 255;

/**
 * The port that unicast head `p` of queue `q` takes at `t`, where the tables offer several: what the model's `Select` picks among the candidates,
 * the ingress excluded, with the state that all grants before this tick have left.
 * @param preferred the LFT's port, or 255
 */
export type Chooser = (
  q: number,
  p: number,
  preferred: number,
  t: number,
) => number;

/**
 * The choice of a network, for either loop; undefined where no model has one or the tables offer none.
 *
 * @param blocksFree 64-byte blocks of a queue that are free at a tick, as its sender knows them
 */
export function createChooser(
  state: NetworkState,
  blocksFree: (q: number, t: number) => number,
  lanes: LaneMap,
): Chooser | undefined {
  // Why copies: V8 folds the constants of a function into its code, and reads those of a module from memory.
  const { I_BASE, I_NODE, I_NUM, K_CLASS, PACKET_WORDS, Q0, Q_LANE, Q_PORT } =
    L;
  const { select, selectNeedsCredits, portSets, hops, live } = state.general;
  const { switchCount, layout, memory: M } = state;
  const PORT_WORDS = layout.portWords;
  const DOWN = layout.out + L.O_DOWN;
  if (select === undefined || portSets.length === 0) return undefined;
  const W = layout.maskWords;
  const receiving = state.general.receive?.hosts ?? 0;
  const seen = new Int32Array(32 * W);
  /** VL by each candidate, where outputs may have VLs of their own. */
  const laneBy = state.sl2vl === undefined ? undefined : new Int32Array(32 * W);
  const candidates: PortMask = new Int32Array(W);

  /** Writes the ports that a packet of input `i` may take into `candidates`. @returns the lowest, -1 = there is none */
  function findCandidates(i: number, dlid: number): number {
    const sw = M[i + I_NODE]!;
    const at = (dlid * switchCount + sw) * W;
    for (let w = 0; w < W; w++) candidates[w] = portSets[at + w]!;
    const num = M[i + I_NUM]!;
    candidates[num >> 5]! &= ~(1 << num);
    if (live !== undefined)
      for (let w = 0; w < W; w++)
        candidates[w]! &= ~live.deadPorts[sw * W + w]!;
    return nextPort(candidates, 0);
  }

  function fill(q: number, p: number, t: number): void {
    const i = M[q + Q_PORT]!;
    seen.fill(0);
    for (
      let port = nextPort(candidates, 0);
      port >= 0;
      port = nextPort(candidates, port + 1)
    ) {
      const o = M[i + I_BASE]! + port * PORT_WORDS;
      const lane = lanes.outLane(i, o, M[p + K_CLASS]!, M[q + Q_LANE]!);
      const down = M[o + DOWN]!;
      // Endpoints without receive buffers are always willing to take a packet.
      const node = M[down + I_NODE]!;
      seen[port] =
        node < 0 && ~node >= receiving
          ? NO_LIMIT
          : blocksFree(down + Q0 + lane * layout.queueWords, t);
    }
  }

  function fillLanes(q: number, p: number, laneBy: Int32Array): void {
    const i = M[q + Q_PORT]!;
    for (
      let port = nextPort(candidates, 0);
      port >= 0;
      port = nextPort(candidates, port + 1)
    )
      laneBy[port] = lanes.outLane(
        i,
        M[i + I_BASE]! + port * PORT_WORDS,
        M[p + K_CLASS]!,
        M[q + Q_LANE]!,
      );
  }

  return (q, p, preferred, t) => {
    const i = M[q + Q_PORT]!;
    const lowest = findCandidates(i, M[p + K_CLASS]! & 0xffff);
    if (lowest < 0) return preferred;
    // A single candidate leaves a choice where it is not the LFT's port: a livelock guard may send the packet back where it came from.
    if (lowest === preferred && nextPort(candidates, lowest + 1) < 0)
      return preferred;
    if (selectNeedsCredits) fill(q, p, t);
    if (laneBy !== undefined) fillLanes(q, p, laneBy);
    const lane =
      preferred === NO_PATH
        ? M[q + Q_LANE]!
        : lanes.outLane(
            i,
            M[i + I_BASE]! + preferred * PORT_WORDS,
            M[p + K_CLASS]!,
            M[q + Q_LANE]!,
          );
    return select.pick(
      M[i + I_NODE]!,
      preferred,
      candidates,
      hops[(p - layout.firstPacket) / PACKET_WORDS]!,
      seen,
      0,
      lane,
      laneBy,
    );
  };
}
