import type { Fabric } from "@fabriclab/spec";
import { nodeName } from "./naming/names.ts";
import { listed, many } from "./naming/words.ts";

/** What to say of hosts that no cable leads to, as in a fabric from which cables were removed; undefined where there are none. O(ports). */
export function uncabledHosts(fabric: Fabric): string | undefined {
  const { switchCount, nodeCount, portStart, portLink } = fabric;
  const names: string[] = [];
  for (let node = switchCount; node < nodeCount; node++) {
    const links = portLink.subarray(portStart[node], portStart[node + 1]);
    if (links.every((link) => link < 0)) names.push(nodeName(fabric, node));
  }
  if (names.length === 0) return undefined;
  return `note: ${many(names.length, "host")} without a cable ${names.length === 1 ? "takes" : "take"} no part: ${listed(names.slice(0, 8), names.length)}`;
}
