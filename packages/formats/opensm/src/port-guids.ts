import { endportsByGuid } from "@fabriclab/fabric";
import type { Fabric } from "@fabriclab/spec";
import type { EndportIx, Guid } from "@fabriclab/units";

/**
 * Who has the GUIDs of a dump.
 *
 * A topology file and a dump may disagree about the port GUIDs of hosts: ibsim, and so OpenSM under it, takes NodeGUID + port number, whatever
 * the adapter says (mlx5: the NodeGUID itself). And NodeGUIDs of neighbours may differ by one, so the reading is chosen for the whole dump: the
 * fabric's own port GUIDs, unless ibsim's account for more of it.
 */
export function dumpedEndports(
  fabric: Fabric,
  guids: Iterable<Guid>,
): ReadonlyMap<Guid, EndportIx> {
  const own = endportsByGuid(fabric);
  const invented = inventedGuids(fabric);
  let byOwn = 0;
  let byInvented = 0;
  for (const guid of new Set(guids)) {
    if (own.has(guid)) byOwn++;
    if (invented.has(guid)) byInvented++;
  }
  return byInvented > byOwn ? invented : own;
}

/** The port GUIDs that ibsim gives: NodeGUID + port number. */
export function inventedGuids(fabric: Fabric): ReadonlyMap<Guid, EndportIx> {
  const invented = new Map<Guid, EndportIx>();
  for (let endport = 0; endport < fabric.endportCount; endport++) {
    const node = fabric.endportNode[endport] ?? 0;
    const port = fabric.endportPort[endport] ?? -1;
    const num = port < 0 ? 0 : port - (fabric.portStart[node] ?? 0) + 1;
    invented.set(
      (fabric.nodeGuid[node] ?? 0n) + BigInt(num),
      endport as EndportIx,
    );
  }
  return invented;
}
