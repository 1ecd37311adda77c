import type { Fabric } from "@fabriclab/spec";
import type { PortIx } from "@fabriclab/units";

/** What stands at the other ends of a node's cables, by port number: `SW(1;0):6`, a name and its port; `-` = no cable. For tests that lay a drawing beside it. */
export function neighbours(fabric: Fabric, name: string): string[] {
  const node = fabric.findNode(name);
  if (node === undefined) throw new Error(`no node ${name}`);
  const first = fabric.portStart[node]!;
  return Array.from({ length: fabric.radix(node) }, (_, k) => {
    const peer = fabric.portPeer[first + k]!;
    return peer < 0
      ? "-"
      : `${fabric.nodeName[fabric.portNode[peer]!]}:${fabric.numOf(peer as PortIx)}`;
  });
}
