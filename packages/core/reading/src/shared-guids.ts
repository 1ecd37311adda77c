import type { Fabric } from "@fabriclab/spec";
import type { Notes } from "./notes.ts";

/**
 * Notes host ports whose PortGUID another node's port has: lists of GUIDs and dumps of tables cannot tell them apart.
 *
 * Complexity: O(ports).
 */
export function noteSharedPortGuids(fabric: Fabric, notes: Notes): void {
  const owner = new Map<bigint, number>();
  const first = fabric.portStart[fabric.switchCount] ?? 0;
  for (let port = first; port < fabric.portCount; port++) {
    // A port without a cable may have a GUID that was made up.
    if ((fabric.portPeer[port] ?? -1) < 0) continue;
    const guid = fabric.portGuid[port] ?? 0n;
    const node = fabric.portNode[port] ?? -1;
    if ((owner.get(guid) ?? node) !== node)
      notes.add(
        "ports with a PortGUID that a port of another node has: nothing that goes by PortGUIDs can tell them apart",
        0,
      );
    else owner.set(guid, node);
  }
}
