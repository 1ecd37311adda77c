import type { Fabric } from "@fabriclab/spec";

/** What a run says of all links, in place of what the fabric has: ps per byte, and ps. */
export interface LinkTimes {
  readonly byteTimePs?: number | undefined;
  readonly flightPs?: number | undefined;
}

/** ps per byte of the cable at a port. */
export function bytePsAt(
  fabric: Fabric,
  port: number,
  { byteTimePs }: LinkTimes = {},
): number {
  const cable = fabric.portLink[port] ?? -1;
  return (
    byteTimePs ??
    (fabric.linkBytePsNum[cable] ?? 0) / (fabric.linkBytePsDen[cable] ?? 1)
  );
}

/** Time of flight of the cable at a port, in ps. */
export const flightPsAt = (
  fabric: Fabric,
  port: number,
  { flightPs }: LinkTimes = {},
): number => flightPs ?? fabric.linkFlightPs[fabric.portLink[port] ?? -1] ?? 0;
