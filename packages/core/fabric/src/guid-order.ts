import type { Fabric } from "@fabriclab/spec";
import type { EndportIx, Guid, NodeIx, SwitchIx } from "@fabriclab/units";

/**
 * The order in which OpenSM's GUID-keyed maps hold things on a little-endian machine: by GUID with its bytes reversed, because the maps
 * compare GUIDs that are in network byte order. Its dumps, its LIDs and its tie-breaks follow it.
 */
export function compareGuids(a: Guid, b: Guid): number {
  return Math.sign(
    reversedHalf(a & HALF) - reversedHalf(b & HALF) ||
      reversedHalf(a >> 32n) - reversedHalf(b >> 32n),
  );
}

const HALF = 0xffffffffn;

/** The bytes of four reversed. In numbers, because a sort by bigints takes longer than the routes of some engines. */
function reversedHalf(half: bigint): number {
  const bytes = Number(half);
  return (
    ((bytes << 24) |
      ((bytes & 0xff00) << 8) |
      ((bytes >>> 8) & 0xff00) |
      (bytes >>> 24)) >>>
    0
  );
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
  const first = new Float64Array(count);
  const second = new Float64Array(count);
  for (let i = 0; i < count; i++) {
    const guid = guidOf(i);
    first[i] = reversedHalf(guid & HALF);
    second[i] = reversedHalf(guid >> 32n);
  }
  return Array.from(first.keys()).sort(
    (a, b) =>
      (first[a] ?? 0) - (first[b] ?? 0) ||
      (second[a] ?? 0) - (second[b] ?? 0) ||
      a - b,
  );
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
