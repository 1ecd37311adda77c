import * as L from "./layout.ts";
import { R_FREE } from "./registers.ts";
import type { NetworkState } from "./state.ts";

/** Whether nothing of some traffic is under way or will be: neither at hosts, nor in the network, nor a delivery that its traffic has yet to be told. Between two slices. */
export function isOver(
  state: NetworkState,
  of: (traffic: number) => boolean,
): boolean {
  const { memory: M, layout, registers, sources } = state;
  if (!sources.isOver(of)) return false;
  const isFree = new Uint8Array(layout.packets);
  const placeOf = (p: number): number =>
    (p - layout.firstPacket) / L.PACKET_WORDS;
  for (let p = registers[R_FREE]!; p >= 0; p = M[p + L.K_NEXT]!)
    isFree[placeOf(p)] = 1;
  return isFree.every(
    (free, place) =>
      free === 1 ||
      !of(
        (M[layout.firstPacket + place * L.PACKET_WORDS + L.K_CLASS]! >> 20) &
          255,
      ),
  );
}
