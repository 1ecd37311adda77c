import { MULTICAST_LID_MIN } from "@fabriclab/units";
import * as L from "./layout.ts";
import type { NetworkState } from "./state.ts";

/** Receivers of packets where the loops hold them. */
export interface PacketReceivers {
  /** Of packet `p` behind, or not yet past, the look-up at input `i`. */
  at(p: number, i: number): number;
  /** Of packet `p`, or the copy of it, that output `o` sends. */
  through(p: number, o: number): number;
  /** That the head of queue `q` has not sent a copy for. */
  ofHead(q: number): number;
}

export function createPacketReceivers({
  memory: M,
  layout,
  receivers,
}: Pick<NetworkState, "memory" | "layout" | "receivers">): PacketReceivers {
  const INDEX = layout.out + L.O_INDEX;
  const MASK = layout.extra + L.QX_MASK;
  const dlidOf = (p: number): number => M[p + L.K_CLASS]! & 0xffff;
  const at = (p: number, i: number): number =>
    dlidOf(p) < MULTICAST_LID_MIN
      ? 1
      : receivers.arriving(M[i + INDEX]!, dlidOf(p));
  const through = (p: number, o: number): number =>
    dlidOf(p) < MULTICAST_LID_MIN
      ? 1
      : receivers.leaving(M[o + INDEX]!, dlidOf(p));
  return {
    at,
    through,
    ofHead(q) {
      const p = M[q + L.Q_HEAD]!;
      const i = M[q + L.Q_PORT]!;
      if (M[q + L.Q_OUT] !== L.MANY) return at(p, i);
      let sum = 0;
      for (let port = 0; port < 32 * layout.maskWords; port++)
        if ((M[q + MASK + (port >> 5)]! & (1 << port)) !== 0)
          sum += through(p, M[i + L.I_BASE]! + port * layout.portWords);
      return sum;
    },
  };
}
