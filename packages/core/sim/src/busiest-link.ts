import type { ChannelCounters, Fabric } from "@fabriclab/spec";
import { portName } from "./port-name.ts";

/** A link that carries packets for more of the time than this, or an engine that works, has hardly room for more. */
export const FULL = 0.95;
/** Links whose shares differ by less are equally busy. */
const ALIKE = 0.001;

/**
 * Where a saturated network is full, as far as its links tell: the direction of a link that carried packets for most of the time, and how many more did for 95 % of it.
 * A link that is far from full is said as such: then something else holds packets back.
 *
 * @param ticks of the measured interval; 0 = nothing is known
 * @returns a sentence, or nothing where no link carried a packet
 */
export function busiestLink(
  fabric: Fabric,
  { busyTicks }: ChannelCounters,
  ticks: number,
): string {
  const ends = (port: number): boolean =>
    (fabric.portNode[fabric.portPeer[port] ?? -1] ?? -1) >= fabric.switchCount;
  let busiest = -1;
  let full = 0;
  for (let port = 0; port < fabric.portCount; port++) {
    if ((fabric.portPeer[port] ?? -1) < 0) continue;
    const busy = busyTicks[port] ?? 0;
    if (busy > FULL * ticks) full += 1;
    const most = busyTicks[busiest] ?? 0;
    const more = busy - most;
    // Where several are full, the last one of their paths is what the others wait for.
    const decides = ends(port) && !(busiest >= 0 && ends(busiest));
    if (
      more > (busiest < 0 ? 0 : ALIKE * ticks) ||
      (decides && busy > 0 && more >= -ALIKE * ticks)
    )
      busiest = port;
  }
  if (busiest < 0 || !(ticks > 0)) return "";
  const peer = fabric.portPeer[busiest] ?? 0;
  const share = Number(
    ((100 * (busyTicks[busiest] ?? 0)) / ticks).toPrecision(3),
  );
  const more =
    full < 2
      ? ""
      : `, and ${full - 1} more ${full === 2 ? "does" : "do"} for over ${100 * FULL} % of it`;
  return `The busiest link, ${portName(fabric, busiest)} to ${portName(fabric, peer)}, carries packets ${share} % of the time${more}.`;
}
