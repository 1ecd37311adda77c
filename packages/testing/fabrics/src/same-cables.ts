import { LINK_SPEEDS } from "@fabriclab/fabric";
import type { Fabric } from "@fabriclab/spec";
import type { PortIx } from "@fabriclab/units";

/** The cables by GUIDs and ports, with their rates, in an order of their own: independent of how nodes and links are numbered. */
export function sameCables(fabric: Fabric, rates = true): string[] {
  const end = (port: number): string =>
    `${(fabric.nodeGuid[fabric.portNode[port] ?? -1] ?? 0n).toString(16)}:${fabric.numOf(port as PortIx)}`;
  return Array.from({ length: fabric.linkCount }, (_, link) =>
    [
      ...[
        end(fabric.linkPorts[2 * link] ?? -1),
        end(fabric.linkPorts[2 * link + 1] ?? -1),
      ].sort(),
      ...(rates
        ? [
            `${fabric.linkWidth[link] ?? 0}x${LINK_SPEEDS[fabric.linkSpeed[link] ?? -1]?.name ?? ""}`,
          ]
        : []),
    ].join(" "),
  ).sort();
}

/** NodeGUID -> description and ports. */
export const sameNodes = (fabric: Fabric): string[] =>
  Array.from(
    fabric.nodeGuid,
    (guid, node) =>
      `${node < fabric.switchCount ? "S" : "H"}-${guid.toString(16)} ${fabric.nodeName[node] ?? ""} ${(fabric.portStart[node + 1] ?? 0) - (fabric.portStart[node] ?? 0)}`,
  ).sort();
