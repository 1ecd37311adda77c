// The tree that OpenSM would build for three hosts of IBFT(4,3): all sources share it, and its one MLID.
import { parseOptions } from "@fabriclab/spec";
import {
  multicastSpanningTree,
  spanningTrees,
} from "@fabriclab/tables-multicast-spanning-tree";
import { fatTree } from "@fabriclab/topology-fat-tree";
import type { EndportIx } from "@fabriclab/units";

const fabric = fatTree.build(parseOptions(fatTree, { ports: 4, levels: 3 }));
const members = ["P(000)", "P(001)", "P(311)"].map(
  (name) => (fabric.nodeEndport[fabric.findNode(name) ?? 0] ?? 0) as EndportIx,
);
const groups = [{ id: 0, name: "three", members, sources: members }];
const tables = spanningTrees(
  { fabric, groups },
  parseOptions(multicastSpanningTree, {}),
);
for (const [sw, mask] of tables.masks.entries()) {
  const ports = [1, 2, 3, 4].filter((num) => (mask & (1 << num)) !== 0);
  if (ports.length > 0)
    console.log(`${fabric.nodeName[sw]}: ports ${ports.join(", ")}`);
}
for (const source of members)
  console.log(
    `${fabric.nodeName[fabric.endportNode[source] ?? 0]} sends to 0x${tables.mlids(source, 0)[0]?.toString(16)}`,
  );
