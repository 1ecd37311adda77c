import type { PacketDraft, Stream } from "@fabriclab/spec";
import type { EndportIx } from "@fabriclab/units";
import type { LateBirths } from "./late-births.ts";
import * as L from "./layout.ts";

/** A stream that has nothing of its own: packets that were drafted and overtaken wait in the queue of its tap. */
export const noStream = (source: EndportIx): Stream => ({
  source,
  serviceLevels: [],
  next: () => false,
});

/**
 * The draft that the packet record at `p` was written from.
 *
 * @param ready tick before which it may not leave, absolute
 */
export function draftOf(
  M: Int32Array,
  p: number,
  births: LateBirths,
  ready: number,
): PacketDraft {
  const cls = M[p + L.K_CLASS]!;
  return {
    birth: births.tickOf(M[p + L.K_BIRTH]!),
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
