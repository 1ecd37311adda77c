import { portsTowards } from "@fabriclab/paths";
import type { RoutingContext, RoutingRule } from "@fabriclab/spec";
import type { EndportIx, SwitchIx } from "@fabriclab/units";

/** Shortest paths by the lowest-numbered port; right on any fabric whose shortest paths close no cycle of channels. */
export function shortest({ fabric, lids }: RoutingContext): RoutingRule {
  const towards = portsTowards(fabric);
  return {
    candidates(at, lid, out) {
      const owner = lids.owner[lid] ?? -1;
      if (owner < 0) return 0;
      const host =
        owner < fabric.switchCount
          ? undefined
          : fabric.attachment(owner as EndportIx);
      if (host?.sw === at) {
        out[0] = host.num;
        return 1;
      }
      const to = host?.sw ?? (owner as SwitchIx);
      return Math.min(1, towards(at, to, out));
    },
  };
}
