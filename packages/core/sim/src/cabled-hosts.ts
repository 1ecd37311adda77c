import type { Fabric } from "@fabriclab/spec";
import { endportIx, type EndportIx } from "@fabriclab/units";

/** Host endports that are cabled to a switch, in endport order: those that take part in a run, and the `hosts` of `composeTables`. O(endports). */
export function cabledHosts(fabric: Fabric): EndportIx[] {
  const hosts: EndportIx[] = [];
  for (
    let index = fabric.switchCount;
    index < fabric.endportCount;
    index += 1
  ) {
    const endport = endportIx(index);
    if (fabric.attachment(endport) !== undefined) hosts.push(endport);
  }
  return hosts;
}
