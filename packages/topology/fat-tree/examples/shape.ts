// IBFT(4,3), the example of the paper: its size, one leaf's cables, and the ancestors of two hosts.
import { parseOptions } from "@fabriclab/spec";
import { fatTree, fatTreeShape, gcp, lca } from "@fabriclab/topology-fat-tree";
import type { HostIx, PortIx } from "@fabriclab/units";

const fabric = fatTree.build(parseOptions(fatTree, { ports: 4, levels: 3 }));
console.log(
  `${fabric.switchCount} switches, ${fabric.hostCount} hosts, ${fabric.linkCount} links`,
);

const leaf = fabric.findNode("SW<20,2>") ?? 0;
for (let num = 1; num <= 4; num++) {
  const peer = fabric.portPeer[(fabric.portStart[leaf] ?? 0) + num - 1] ?? 0;
  console.log(
    `SW<20,2>:${num} - ${fabric.nodeName[fabric.portNode[peer] ?? 0]}:${fabric.numOf(peer as PortIx)}`,
  );
}

const shape = fatTreeShape(fabric);
const host = (name: string): HostIx =>
  ((fabric.findNode(name) ?? 0) - fabric.switchCount) as HostIx;
const [a, b] = [host("P(200)"), host("P(211)")];
console.log(
  `P(200) and P(211) share ${gcp(shape, a, b)} digit; they meet at ${lca(
    shape,
    a,
    b,
  )
    .map((sw) => fabric.nodeName[sw])
    .join(" and ")}`,
);
