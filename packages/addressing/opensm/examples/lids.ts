// LIDs of IBFT(4,2) with LMC 1, the subnet manager on P(31): hosts on even LIDs, switches among them.
import { opensm } from "@fabriclab/addressing-opensm";
import { parseOptions } from "@fabriclab/spec";
import { fatTree } from "@fabriclab/topology-fat-tree";

const fabric = fatTree.build(parseOptions(fatTree, { ports: 4, levels: 2 }));
const lids = opensm.assign(
  fabric,
  parseOptions(opensm, { lmc: 1, sm: "P(31)" }),
);
for (const name of ["P(31)", "P(00)", "P(01)", "SW<0,0>", "SW<3,1>"]) {
  const endport = fabric.nodeEndport[fabric.findNode(name) ?? 0] ?? 0;
  const base = lids.baseLid[endport] ?? 0;
  const last = base + 2 ** (lids.lmc[endport] ?? 0) - 1;
  console.log(`${name} has LIDs ${base} to ${last}`);
}
console.log(`the highest is ${lids.topLid}`);
