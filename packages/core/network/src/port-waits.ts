import { lowestBit } from "@fabriclab/kernel";
import * as L from "./layout.ts";
import type { NetworkState, Waits } from "./state.ts";

/** Before anything has waited. */
export const noWaits = (ports: number): Waits => ({
  since: new Int32Array(ports),
  waited: new Float64Array(ports),
  had: new Uint8Array(ports),
});

/**
 * Counts how long ports wait: the ticks in which a port has data to transmit and sends nothing, for lack of credits or of arbitration, as InfiniBand's
 * `PortXmitWait` does.
 *
 * A port has data from the tick on in which a packet requests it; where it has output buffers, from when the first packet in them has passed the delay
 * behind the crossbar.
 */
export interface PortWaits {
  /** Requests of output `o` were withdrawn at `t`. */
  withdrawn(o: number, t: number): void;
  /** Counts what output `o`, if it waits, has waited until `now`. */
  settle(o: number, now: number): void;
  /** General loop: output `o` has been served at `t`. */
  served(o: number, t: number): void;
  /** General loop: the link of `o` is taken at `t`, by a packet or by credits; called before it counts as busy. */
  starts(o: number, t: number): void;
}

/** Of a network that counts waits (`NetworkState.waits`); of another one nothing is counted. */
export function createPortWaits(state: NetworkState): PortWaits | undefined {
  if (state.waits === undefined) return undefined;
  const { memory: M, layout, general } = state;
  const { since, waited, had } = state.waits;
  const { centralHead, ownHead } = general;
  const V = layout.lanes;
  const indexOf = (o: number): number => M[o + layout.out + L.O_INDEX]!;

  const isRipe = (p: number, t: number): boolean =>
    p >= 0 && M[p + L.K_READY]! <= t;

  function buffersHave(o: number, t: number): boolean {
    const lanes = o + layout.out + L.O_LANES;
    for (
      let rest = M[o + layout.out + L.O_FILLED]!;
      rest !== 0;
      rest &= rest - 1
    )
      if (isRipe(M[lanes + lowestBit(rest) * layout.laneWords + L.X_HEAD]!, t))
        return true;
    return false;
  }

  /** Whether one of `heads`, by output and lane, may be sent by output `index` at `t`. */
  function queueHas(heads: Int32Array, index: number, t: number): boolean {
    if (heads.length === 0) return false;
    for (let lane = 0; lane < V; lane++)
      if (isRipe(heads[index * V + lane]!, t)) return true;
    return false;
  }

  const hasData = (o: number, t: number): boolean =>
    (layout.buffered
      ? buffersHave(o, t)
      : M[o + layout.out + L.O_REQUESTED] !== 0) ||
    (general.needed &&
      (queueHas(centralHead, indexOf(o), t) ||
        queueHas(ownHead, indexOf(o), t)));

  function count(o: number, t: number): void {
    const index = indexOf(o);
    const from = Math.max(M[o + layout.out + L.O_BUSY]!, since[index]!);
    if (t <= from) return;
    waited[index]! += t - from;
    since[index] = t;
  }

  return {
    withdrawn(o, t) {
      if (general.needed && had[indexOf(o)] === 0) return;
      count(o, t);
      had[indexOf(o)] = hasData(o, t) ? 1 : 0;
    },
    settle(o, now) {
      if (general.needed ? had[indexOf(o)] === 1 : hasData(o, now))
        count(o, now);
    },
    served(o, t) {
      const has = hasData(o, t);
      if (has && had[indexOf(o)] === 0) since[indexOf(o)] = t;
      had[indexOf(o)] = has ? 1 : 0;
    },
    starts(o, t) {
      if (had[indexOf(o)] === 1) count(o, t);
    },
  };
}
