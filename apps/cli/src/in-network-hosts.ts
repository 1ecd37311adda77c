import { hostRoles } from "@fabriclab/analysis-roles";
import type { Fabric } from "@fabriclab/spec";
import type { EndportIx } from "@fabriclab/units";
import { many } from "./naming/words.ts";

/**
 * What to say of adapters inside the network, which a run takes for hosts, while `audit` and `compare` leave them out; undefined where there are none that are cabled
 * to a switch. O(hosts).
 */
export function inNetworkHosts(fabric: Fabric): string | undefined {
  const cabled = hostRoles(fabric).filter(
    (_, host) =>
      fabric.attachment((fabric.switchCount + host) as EndportIx) !== undefined,
  );
  const found = (["aggregation node", "gateway"] as const).flatMap((role) => {
    const count = cabled.filter((one) => one === role).length;
    return count === 0 ? [] : [{ count, text: many(count, role) }];
  });
  if (found.length === 0) return undefined;
  const all = found.reduce((sum, { count }) => sum + count, 0);
  return `note: ${found.map(({ text }) => text).join(" and ")} ${all === 1 ? "counts as a host" : "count as hosts"}, also where all hosts send and receive; fabriclab topology --fabric FILE --remove GUID leaves one out`;
}
