import { Option } from "commander";
import type { Fabric } from "@fabriclab/spec";
import { byteTime, linkKind, rateName } from "./naming/odd-rates.ts";

/** Of commands that tell bandwidth. */
export const byRateFlag = (): Option =>
  new Option(
    "--by-rate",
    "bandwidth by the links' rates: a channel shares its link's rate among its flows, and full is what the slower of the links at both ends carries (default: all channels equally fast)",
  );

/** Behind the numbers of bisections in a report. */
export const rateWords = (byRate: boolean): string =>
  byRate ? ", by the links' rates" : "";

/**
 * What is to be said beside bandwidths that take all channels for equally fast; undefined where they are, where rates count, or where no link joins two
 * switches. O(links).
 *
 * Effective bisection is defined so (Hoefler, Schneider, Lumsdaine, 2008), and does not see that a faster uplink carries the flows of several hosts.
 */
export function mixedRatesNote(
  fabric: Fabric,
  { byRate = false }: { readonly byRate?: boolean },
): string | undefined {
  if (byRate) return undefined;
  const names = { hosts: new Set<string>(), switches: new Set<string>() };
  const byteTimes = new Set<number>();
  for (let link = 0; link < fabric.linkCount; link++) {
    names[linkKind(fabric, link)].add(rateName(fabric, link));
    byteTimes.add(byteTime(fabric, link));
  }
  const [hosts, switches] = [[...names.hosts], [...names.switches]];
  if (byteTimes.size < 2 || switches.length === 0) return undefined;
  return `links of hosts are ${hosts.join(", ")}, those between switches ${switches.join(", ")}, but bandwidth is told as if all were equally fast; --by-rate tells it as they are`;
}
