import { switchPlanes } from "@fabriclab/paths";
import type { Fabric } from "@fabriclab/spec";
import type { EndportIx } from "@fabriclab/units";
import { many } from "./words.ts";

/**
 * What is to be said of a fabric that no cables hold together; undefined where they do. Each part is routed for itself: a subnet manager sees one of them.
 *
 * Complexity: O(switches · ports).
 */
export function planesNote(fabric: Fabric): string | undefined {
  const { count, of: plane } = switchPlanes(fabric);
  if (count < 2) return undefined;
  const hosts = new Array<number>(count).fill(0);
  const switches = new Array<number>(count).fill(0);
  for (const one of plane) switches[one] = (switches[one] ?? 0) + 1;
  for (let e = fabric.switchCount; e < fabric.endportCount; e++) {
    const sw = fabric.attachment(e as EndportIx)?.sw;
    const at = sw === undefined ? undefined : plane[sw];
    if (at !== undefined) hosts[at] = (hosts[at] ?? 0) + 1;
  }
  const parts = switches
    .map((some, i) => ({ switches: some, hosts: hosts[i] ?? 0 }))
    .sort((a, b) => b.hosts - a.hosts || b.switches - a.switches)
    .map(
      (one) =>
        `${many(one.switches, "switch", "switches")} with ${many(one.hosts, "host port")}`,
    );
  const shown = parts.slice(0, 4).join(", ");
  const rest = parts.length > 4 ? `, and ${parts.length - 4} smaller` : "";
  return `no cables join ${count} parts of the fabric: ${shown}${rest}; each is routed for itself`;
}
