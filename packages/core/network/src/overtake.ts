import { EVENT_KIND_BITS, remove } from "@fabriclab/kernel";
import * as L from "./layout.ts";
import { R_BUCKET } from "./registers.ts";
import type { NetworkState } from "./state.ts";

/**
 * A host's packet that is not born yet keeps nobody waiting: lets what a woken stream of `source` has for an earlier tick go before the head of host
 * queue `q`, which then waits for its turn anew.
 *
 * @returns the tick at which the new head is ready and must have its READY event put, -1 where there is nothing to do
 */
export type Overtake = (q: number, source: number, t: number) => number;

export function createOvertake({
  memory: M,
  registers,
  wheel,
  sources,
}: Pick<NetworkState, "memory" | "registers" | "wheel" | "sources">): Overtake {
  return (q, source, t) => {
    const p = M[q + L.Q_HEAD]!;
    const due = M[p + L.K_READY]!;
    if (due <= t || !sources.overtake(source, p)) return -1;
    // Where it is not found it stands at the end of the packet that this lane is sending, later than both.
    const event = (q << EVENT_KIND_BITS) | L.READY;
    return remove(M, wheel, registers[R_BUCKET]!, event, due)
      ? M[p + L.K_READY]!
      : -1;
  };
}
