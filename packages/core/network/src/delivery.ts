import { EVENT_KIND_BITS, put } from "@fabriclab/kernel";
import type { EndportIx } from "@fabriclab/units";
import * as L from "./layout.ts";
import { createOvertake } from "./overtake.ts";
import { R_BUCKET, R_FREE, R_UNDERWAY } from "./registers.ts";
import type { NetworkState } from "./state.ts";

/**
 * Tells closed-loop traffic that the packet at `p` is delivered at tick `t`, frees its record, and wakes the sources that the traffic names.
 * Called with the loop's registers written back; changes `R_FREE`.
 * @param event the rest of this tick's events
 * @returns the rest of this tick's events, with those of sources that may send at once in front
 */
export type Deliver = (p: number, t: number, event: number) => number;

export function createDelivery(state: NetworkState): Deliver {
  const {
    memory: M,
    registers,
    births,
    clock,
    layout,
    wheel,
    sources,
    traffic,
  } = state;
  const { near, nearBits, far, farBits, bucketBits } = wheel;
  const V = layout.lanes;
  const overtake = createOvertake(state);

  return (p, t, event) => {
    const woken = traffic[(M[p + L.K_CLASS]! >> 20) & 255]!.delivered!({
      source: (M[p + L.K_SOURCE]! & L.SOURCE_MASK) as EndportIx,
      destination: M[p + L.K_LENGTH]! as EndportIx,
      tag: M[p + L.K_TAG]!,
      birth: births.tickOf(M[p + L.K_BIRTH]!),
      time: clock.base + t,
      bytes: M[p + L.K_BYTES]!,
    });
    M[p] = registers[R_FREE]!;
    registers[R_FREE] = p;
    registers[R_UNDERWAY]!--;
    for (const endport of woken) {
      const endpoint = state.endpointOf(endport);
      if (endpoint < 0) continue;
      const i = state.groupBase[state.switchCount + endpoint]!;
      for (let lane = 0; lane < V; lane++) {
        const source = endpoint * V + lane;
        sources.wake(source);
        const q = i + L.Q0 + lane * layout.queueWords;
        const waiting =
          layout.buffered &&
          M[i + layout.out + L.O_LANES + lane * layout.laneWords + L.X_HEAD]! >=
            0;
        if (waiting) continue;
        let at: number;
        if (M[q + L.Q_HEAD]! >= 0) {
          at = overtake(q, source, t);
          if (at < 0) continue;
        } else {
          const record: number = registers[R_FREE];
          const rest: number = M[record]!;
          if (!sources.pull(source, record)) continue;
          registers[R_FREE] = rest;
          M[q + L.Q_HEAD] = record;
          at = M[record + L.K_READY]!;
        }
        const ready = (q << EVENT_KIND_BITS) | L.READY;
        if (at > t)
          put(
            M,
            near,
            nearBits,
            far,
            farBits,
            bucketBits,
            registers[R_BUCKET]!,
            ready,
            at,
          );
        else {
          M[q] = event;
          event = ready;
        }
      }
    }
    return event;
  };
}
