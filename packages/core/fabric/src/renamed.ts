import type { Fabric } from "@fabriclab/spec";
import type { Guid } from "@fabriclab/units";
import { CsrFabric } from "./csr-fabric.ts";

/**
 * The same fabric with other names for some nodes, as a node-name map gives them. The given fabric is not touched.
 *
 * @param names NodeGUID -> name
 * @returns the fabric, and how many of the names are of no node of it
 * Complexity: O(nodes + ports + links).
 */
export function renamed(
  fabric: Fabric,
  names: ReadonlyMap<Guid, string>,
): { readonly fabric: Fabric; readonly unused: number } {
  let used = 0;
  const nodeName = fabric.nodeName.map((name, node) => {
    const other = names.get(fabric.nodeGuid[node] ?? 0n);
    if (other !== undefined) used += 1;
    return other ?? name;
  });
  const { switchCount, hostCount, portStart, linkPorts } = fabric;
  const { linkWidth, linkSpeed, linkFlightPs } = fabric;
  const { linkBytePsNum, linkBytePsDen, nodeGuid, portGuid } = fabric;
  const { guidMadeUp, radixMadeUp } = fabric;
  return {
    fabric: new CsrFabric({
      name: fabric.name,
      switchCount,
      hostCount,
      portStart,
      linkPorts,
      linkWidth,
      linkSpeed,
      linkFlightPs,
      linkBytePsNum,
      linkBytePsDen,
      nodeGuid,
      ...(guidMadeUp === undefined ? {} : { guidMadeUp }),
      ...(radixMadeUp === undefined ? {} : { radixMadeUp }),
      portGuid,
      nodeName: Object.freeze(nodeName),
    }),
    unused: names.size - used,
  };
}
