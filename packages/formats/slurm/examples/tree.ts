// A 4-port 2-tree whose hosts have the names of compute nodes, as topology.conf.
import { renamed } from "@fabriclab/fabric";
import { writeSlurm } from "@fabriclab/formats-slurm";
import { parseOptions } from "@fabriclab/spec";
import { fatTree } from "@fabriclab/topology-fat-tree";

const tree = fatTree.build(parseOptions(fatTree, { ports: 4, levels: 2 }));
const { fabric } = renamed(
  tree,
  new Map(
    Array.from({ length: tree.hostCount }, (_, host) => [
      tree.nodeGuid[tree.switchCount + host] ?? 0n,
      `node${host + 1} mlx5_0`,
    ]),
  ),
);
const { text, notes } = writeSlurm(fabric);
console.log(text);
for (const { message, count } of notes) console.log(`${message} (${count}x)`);
