// A small tree for `dot -Tsvg`: roots on top.
import { writeDot } from "@fabriclab/formats-dot";
import { parseOptions } from "@fabriclab/spec";
import { fatTree } from "@fabriclab/topology-fat-tree";

console.log(
  writeDot(fatTree.build(parseOptions(fatTree, { ports: 4, levels: 2 })), {
    hosts: false,
  }),
);
