import type { Fabric } from "@fabriclab/spec";
import { byteTime, linkKind, rateName } from "./odd-rates.ts";

/**
 * What is to be said beside bandwidths that take all channels for equally fast; undefined where they are, or where no link joins two switches. O(links).
 *
 * Effective bisection is defined so (Hoefler, Schneider, Lumsdaine, 2008), and does not see that a faster uplink carries the flows of several hosts.
 */
export function mixedRatesNote(fabric: Fabric): string | undefined {
  const names = { hosts: new Set<string>(), switches: new Set<string>() };
  const byteTimes = new Set<number>();
  for (let link = 0; link < fabric.linkCount; link++) {
    names[linkKind(fabric, link)].add(rateName(fabric, link));
    byteTimes.add(byteTime(fabric, link));
  }
  const [hosts, switches] = [[...names.hosts], [...names.switches]];
  if (byteTimes.size < 2 || switches.length === 0) return undefined;
  return `links of hosts are ${hosts.join(", ")}, those between switches ${switches.join(", ")}, but bandwidth is told as if all were equally fast; \`fabriclab run\` simulates them as they are`;
}
