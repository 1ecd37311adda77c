import type { SwitchLinks } from "@fabriclab/paths";
import type { UpDownOrder } from "./order.ts";

/** Neighbours on one side of each switch, by port and all by their places: those of the switch at place `p` stand from `start[p]` up to `start[p + 1]`. */
export interface Side {
  readonly start: Int32Array;
  readonly to: Int32Array;
  /** Link (see `SwitchLinks`). */
  readonly link: Int32Array;
}

/** The neighbours that stand above each switch, or below it. Why made once for an order: they are looked through for every destination. O(links). */
export function sideOf(
  { switchCount, start: first, to: peer }: SwitchLinks,
  { place, topDown }: UpDownOrder,
  side: "above" | "below",
): Side {
  const start = new Int32Array(switchCount + 1);
  const to = new Int32Array(peer.length);
  const link = new Int32Array(peer.length);
  let count = 0;
  for (let at = 0; at < switchCount; at++) {
    const sw = topDown[at] ?? 0;
    const end = first[sw + 1] ?? 0;
    for (let one = first[sw] ?? 0; one < end; one++) {
      const other = place[peer[one] ?? 0] ?? 0;
      if (other < at !== (side === "above")) continue;
      to[count] = other;
      link[count++] = one;
    }
    start[at + 1] = count;
  }
  return { start, to, link };
}
