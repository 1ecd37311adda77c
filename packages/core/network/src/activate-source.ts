import { EVENT_KIND_BITS, put } from "@fabriclab/kernel";
import * as L from "./layout.ts";
import { createOvertake } from "./overtake.ts";
import { R_BUCKET, R_FREE, R_TIME } from "./registers.ts";
import type { NetworkState } from "./state.ts";

/** Gives the loop the next packet of a source, if it has none in it. Only between slices. */
export function activateSource(state: NetworkState, source: number): void {
  const { memory: M, registers, layout, wheel, sources } = state;
  const V = layout.lanes;
  const endpoint = (source / V) | 0;
  const i = state.groupBase[state.switchCount + endpoint]!;
  const q = i + L.Q0 + (source % V) * layout.queueWords;
  const waiting =
    layout.buffered &&
    M[
      i + layout.out + L.O_LANES + (source % V) * layout.laneWords + L.X_HEAD
    ]! >= 0;
  if (waiting) return;
  const now = registers[R_TIME]!;
  state.clock.tick = now + 1;
  let ready: number;
  if (M[q + L.Q_HEAD]! >= 0) {
    ready = createOvertake(state)(q, source, now);
    if (ready < 0) return;
  } else {
    const p = registers[R_FREE]!;
    const rest = M[p]!;
    if (!sources.pull(source, p)) return;
    registers[R_FREE] = rest;
    M[q + L.Q_HEAD] = p;
    ready = Math.max(M[p + L.K_READY]!, M[i + layout.out + L.O_BUSY]!);
  }
  put(
    M,
    wheel.near,
    wheel.nearBits,
    wheel.far,
    wheel.farBits,
    wheel.bucketBits,
    registers[R_BUCKET]!,
    (q << EVENT_KIND_BITS) | L.READY,
    Math.max(ready, now + 1),
  );
}
