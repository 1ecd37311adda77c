import type { RequestHeads } from "@fabriclab/spec";
import { createLaneMap, type LaneMap } from "./lane-map.ts";
import * as L from "./layout.ts";
import type { NetworkState } from "./state.ts";

/**
 * The heads of a network's queues, for its arbiters. These are part of the state, so that the heads are there before it is: it must be given before an
 * arbiter asks.
 */
export class NetworkHeads implements RequestHeads {
  #state: NetworkState | undefined;
  #lanes: LaneMap | undefined;

  of(state: NetworkState): void {
    this.#state = state;
    this.#lanes = createLaneMap(state);
  }

  birth(slot: number, input: number): number {
    const { memory: M, layout, groupBase, births, sl2vl } = this.#state!;
    const lane = slot % layout.lanes;
    const o =
      layout.firstPort + ((slot - lane) / layout.lanes) * layout.portWords;
    const i =
      groupBase[M[o + layout.out + L.O_GROUP]!]! + input * layout.portWords;
    const q =
      sl2vl !== undefined || layout.held
        ? this.#lanes!.queueWanting(i, o, lane)
        : i + L.Q0 + lane * layout.queueWords;
    return births.tickOf(M[M[q + L.Q_HEAD]! + L.K_BIRTH]!);
  }
}
