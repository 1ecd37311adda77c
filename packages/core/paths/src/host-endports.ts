import type { Fabric, ForwardingTables } from "@fabriclab/spec";
import type { EndportIx } from "@fabriclab/units";

/** All host endports that own a LID and are cabled, ascending: between whom traffic can be, where nobody says otherwise. */
export function hostEndports(
  fabric: Fabric,
  tables: ForwardingTables,
): EndportIx[] {
  const found: EndportIx[] = [];
  for (
    let endport = fabric.switchCount;
    endport < fabric.endportCount;
    endport++
  ) {
    const cabled =
      (fabric.portPeer[fabric.endportPort[endport] ?? -1] ?? -1) >= 0;
    if (cabled && (tables.lids.baseLid[endport] ?? 0) !== 0)
      found.push(endport as EndportIx);
  }
  return found;
}
