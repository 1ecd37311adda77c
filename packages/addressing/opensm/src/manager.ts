import { endportGuid, endportsInGuidOrder } from "@fabriclab/fabric";
import { FabricError, nearest, type Fabric } from "@fabriclab/spec";
import type { EndportIx } from "@fabriclab/units";

/**
 * The endport that the subnet manager sits on: the named one, by name or by GUID of port or node, else the first host port in map order that has a cable.
 * Undefined for a fabric without endports.
 *
 * @throws FabricError E_OPENSM_LIDS_NO_SM
 */
export function managerEndport(
  fabric: Fabric,
  named?: string,
): EndportIx | undefined {
  const inOrder = endportsInGuidOrder(fabric);
  if (named === undefined)
    return (
      inOrder.find((one) => fabric.attachment(one) !== undefined) ?? inOrder[0]
    );
  const found = /^0x[0-9a-f]{1,16}$/i.test(named)
    ? byGuid(fabric, inOrder, BigInt(named))
    : ofNode(fabric, fabric.findNode(named));
  if (found !== undefined) return found;
  const close = nearest(named, fabric.nodeName);
  throw new FabricError({
    code: "E_OPENSM_LIDS_NO_SM",
    message:
      "the subnet manager's node is not in the fabric, or not the only one of its name",
    where: { path: "addressing.sm" },
    got: named,
    expected:
      "the name of one node, or the GUID of a node or port such as 0x2c90300080e84",
    ...(close === undefined || close === named
      ? {}
      : { hint: `did you mean ${close}?` }),
  });
}

function byGuid(
  fabric: Fabric,
  inOrder: readonly EndportIx[],
  guid: bigint,
): EndportIx | undefined {
  return (
    inOrder.find((one) => endportGuid(fabric, one) === guid) ??
    ofNode(fabric, fabric.findGuid(guid))
  );
}

/** A switch's port 0, or a host's first port with a cable. */
function ofNode(
  fabric: Fabric,
  node: number | undefined,
): EndportIx | undefined {
  if (node === undefined) return undefined;
  const first = fabric.nodeEndport[node] ?? 0;
  if (node < fabric.switchCount) return first as EndportIx;
  const ports =
    (fabric.portStart[node + 1] ?? 0) - (fabric.portStart[node] ?? 0);
  for (let i = 0; i < ports; i++)
    if (fabric.attachment((first + i) as EndportIx) !== undefined)
      return (first + i) as EndportIx;
  return first as EndportIx;
}

/** Endport -> 1 where a subnet manager at `manager` finds it: along cables, through switches only. */
export function seenFrom(
  fabric: Fabric,
  manager: EndportIx | undefined,
): Uint8Array {
  const seen = new Uint8Array(fabric.endportCount);
  if (manager === undefined) return seen;
  const { switchCount, portStart, portPeer, portNode, nodeEndport } = fabric;
  const queue: number[] = [];
  const reach = (port: number): void => {
    const node = portNode[port] ?? -1;
    const endport =
      node < switchCount
        ? node
        : (nodeEndport[node] ?? 0) + port - (portStart[node] ?? 0);
    if (node < 0 || seen[endport] === 1) return;
    seen[endport] = 1;
    if (node < switchCount) queue.push(node);
  };
  seen[manager] = 1;
  const own = fabric.endportPort[manager] ?? -1;
  if (own < 0) queue.push(manager);
  else reach(portPeer[own] ?? -1);
  for (const at of queue)
    for (let port = portStart[at] ?? 0; port < (portStart[at + 1] ?? 0); port++)
      reach(portPeer[port] ?? -1);
  return seen;
}
