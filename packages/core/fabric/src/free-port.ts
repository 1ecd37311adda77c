import type { Fabric } from "@fabriclab/spec";

/** The lowest port of a switch without a cable, counted from 1; undefined where all are cabled. O(ports). */
export function freePort(
  { portStart, portPeer }: Fabric,
  sw: number,
): number | undefined {
  const first = portStart[sw] ?? 0;
  for (let port = first; port < (portStart[sw + 1] ?? 0); port++)
    if ((portPeer[port] ?? -1) < 0) return port - first + 1;
  return undefined;
}
