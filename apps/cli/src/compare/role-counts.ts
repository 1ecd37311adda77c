import { hostRoles } from "@fabriclab/analysis-roles";
import type { Fabric } from "@fabriclab/spec";
import type { EndportIx } from "@fabriclab/units";
import { BACK_TO_BACK, isBackToBack } from "../naming/back-to-back.ts";

/** Role of a host port that no cable leads to. */
const NOT_CABLED = "not cabled";

/** Host ports by role, with what takes no part for want of a switch. O(host ports). */
export function roleCounts(fabric: Fabric): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const [host, role] of hostRoles(fabric).entries()) {
    const endport = (fabric.switchCount + host) as EndportIx;
    const name =
      fabric.attachment(endport) !== undefined
        ? role
        : isBackToBack(fabric, endport)
          ? BACK_TO_BACK
          : NOT_CABLED;
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

/** Whether some host ports are at no switch, whatever their role. */
export const hasOthers = (counts: Readonly<Record<string, number>>): boolean =>
  BACK_TO_BACK in counts || NOT_CABLED in counts;
