import type { Fabric } from "@fabriclab/spec";
import type { EndportIx, Guid, NodeIx, SwitchIx } from "@fabriclab/units";

/**
 * The order in which OpenSM's GUID-keyed maps hold things on a little-endian machine: by GUID with its bytes reversed, because the maps
 * compare GUIDs that are in network byte order. Its dumps, its LIDs and its tie-breaks follow it.
 */
export function compareGuids(a: Guid, b: Guid): number {
  const left = reverseBytes(a);
  const right = reverseBytes(b);
  return left < right ? -1 : left > right ? 1 : 0;
}

function reverseBytes(guid: Guid): bigint {
  let reversed = 0n;
  for (let byte = 0n; byte < 8n; byte++)
    reversed = (reversed << 8n) | ((guid >> (8n * byte)) & 0xffn);
  return reversed;
}

/** The GUID of an endport: a switch's NodeGUID, a host port's PortGUID. */
export function endportGuid(fabric: Fabric, endport: EndportIx): Guid {
  const port = fabric.endportPort[endport] ?? -1;
  return (
    (port < 0
      ? fabric.nodeGuid[fabric.endportNode[endport] ?? 0]
      : fabric.portGuid[port]) ?? 0n
  );
}

/** Switches in OpenSM's map order (NodeGUID). O(s log s). */
export function switchesInGuidOrder(fabric: Fabric): SwitchIx[] {
  return inOrder(
    fabric.switchCount,
    (sw) => fabric.nodeGuid[sw] ?? 0n,
  ) as SwitchIx[];
}

/** Endports in OpenSM's map order (PortGUID; switches and hosts interleaved). O(e log e). */
export function endportsInGuidOrder(fabric: Fabric): EndportIx[] {
  return inOrder(fabric.endportCount, (endport) =>
    endportGuid(fabric, endport as EndportIx),
  ) as EndportIx[];
}

function inOrder(count: number, guidOf: (index: number) => Guid): number[] {
  const keys = Array.from({ length: count }, (_, i) => reverseBytes(guidOf(i)));
  return keys
    .map((_, i) => i)
    .sort((a, b) => {
      const left = keys[a] ?? 0n;
      const right = keys[b] ?? 0n;
      return left < right ? -1 : left > right ? 1 : a - b;
    });
}

/** Endport by its GUID; undefined where the fabric has none. */
export function endportsByGuid(fabric: Fabric): ReadonlyMap<Guid, EndportIx> {
  const found = new Map<Guid, EndportIx>();
  for (let endport = 0; endport < fabric.endportCount; endport++)
    found.set(endportGuid(fabric, endport as EndportIx), endport as EndportIx);
  return found;
}

/** NodeGUIDs of the switches. */
export function switchesByGuid(fabric: Fabric): ReadonlyMap<Guid, SwitchIx> {
  const found = new Map<Guid, SwitchIx>();
  for (let node = 0 as NodeIx; node < fabric.switchCount; node++)
    found.set(fabric.nodeGuid[node] ?? 0n, node as number as SwitchIx);
  return found;
}
