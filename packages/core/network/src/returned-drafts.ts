import { EVENT_KIND_BITS, remove } from "@fabriclab/kernel";
import type { PacketDraft, Stream } from "@fabriclab/spec";
import type { EndportIx } from "@fabriclab/units";
import * as L from "./layout.ts";
import { R_BUCKET, type NetworkState } from "./state.ts";

/** A stream that has nothing of its own: packets that were drafted and overtaken wait in the queue of its tap. */
export const noStream = (source: EndportIx): Stream => ({
  source,
  serviceLevels: [],
  next: () => false,
});

/**
 * The draft that the packet record at `p` was written from.
 *
 * @param base of the clock
 * @param ready tick before which it may not leave, absolute
 */
export function draftOf(
  M: Int32Array,
  p: number,
  base: number,
  ready: number,
): PacketDraft {
  const cls = M[p + L.K_CLASS]!;
  return {
    birth: base + M[p + L.K_BIRTH]!,
    dlid: cls & 0xffff,
    bytes: M[p + L.K_BYTES]!,
    sl: (cls >> 16) & 15,
    tag: M[p + L.K_TAG]!,
    flags: (cls >>> 28) & 15,
    readyAt: ready,
    traffic: (cls >> 20) & 255,
    retryAt: -1,
  };
}

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
