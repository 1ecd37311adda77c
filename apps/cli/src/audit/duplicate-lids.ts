import { endportGuid } from "@fabriclab/fabric";
import { switchPlanes } from "@fabriclab/paths";
import type { SharedLid } from "@fabriclab/reading";
import { endportName, type Fabric } from "@fabriclab/spec";
import { formatGuid, type EndportIx } from "@fabriclab/units";

import type { DuplicateLidReport } from "./report-lids.ts";

/**
 * LIDs that two ports of one subnet have: whose packets come to whom is anybody's guess, and OpenSM takes the LID from one of them. Ports that no cables join are
 * of different subnets, which number their LIDs each for itself.
 */
export function duplicateLids(
  fabric: Fabric,
  shared: readonly SharedLid[],
): DuplicateLidReport[] {
  if (shared.length === 0) return [];
  const { of } = switchPlanes(fabric);
  const planeOf = (endport: number): number =>
    of[
      endport < fabric.switchCount
        ? endport
        : (fabric.attachment(endport as EndportIx)?.sw ?? -1)
    ] ?? -1;
  return shared.flatMap(({ lid, endports: [one, other] }) => {
    const plane = planeOf(one);
    if (plane < 0 || plane !== planeOf(other)) return [];
    return [
      {
        lid,
        ports: [one, other].map((endport) => ({
          name: endportName(fabric, endport as EndportIx),
          guid: formatGuid(endportGuid(fabric, endport as EndportIx)),
        })),
      },
    ];
  });
}
