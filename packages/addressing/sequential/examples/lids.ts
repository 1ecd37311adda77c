// Single LIDs on IBFT(4,2): a host's LID is its PID + 1, the switches come after.
import { sequential } from "@fabriclab/addressing-sequential";
import { parseOptions } from "@fabriclab/spec";
import { fatTree } from "@fabriclab/topology-fat-tree";

const fabric = fatTree.build(parseOptions(fatTree, { ports: 4, levels: 2 }));
const lids = sequential.assign(fabric, parseOptions(sequential, {}));
for (const name of ["P(00)", "P(31)", "SW<0,0>", "SW<3,1>"]) {
  const endport = fabric.nodeEndport[fabric.findNode(name) ?? 0] ?? 0;
  console.log(`${name} has LID ${lids.baseLid[endport]}`);
}
console.log(`${lids.topLid} LIDs in all`);
