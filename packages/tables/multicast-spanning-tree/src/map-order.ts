import type { Fabric } from "@fabriclab/spec";
import type { SwitchIx } from "@fabriclab/units";

/**
 * The switches in the order in which OpenSM's GUID-keyed maps hold them on a little-endian machine: by NodeGUID with its bytes reversed,
 * because the maps compare GUIDs that are in network byte order.
 */
export function mapOrder(fabric: Fabric): SwitchIx[] {
  const keys = Array.from({ length: fabric.switchCount }, (_, sw) =>
    reverseBytes(fabric.nodeGuid[sw] ?? 0n),
  );
  return keys
    .map((_, sw) => sw as SwitchIx)
    .sort((a, b) => compare(keys[a] ?? 0n, keys[b] ?? 0n) || a - b);
}

function compare(a: bigint, b: bigint): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function reverseBytes(guid: bigint): bigint {
  let reversed = 0n;
  for (let byte = 0n; byte < 8n; byte++)
    reversed = (reversed << 8n) | ((guid >> (8n * byte)) & 0xffn);
  return reversed;
}
