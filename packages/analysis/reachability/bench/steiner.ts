// Time of the bounds of trees on three-level fat trees of 12-port and of 36-port switches, by number of terminals, every leaf as the root.
import { parseOptions } from "@fabriclab/spec";
import { fatTree } from "@fabriclab/topology-fat-tree";
import type { EndportIx } from "@fabriclab/units";
import { Steiner } from "../src/steiner.ts";

for (const ports of [12, 36]) {
  const fabric = fatTree.build(parseOptions(fatTree, { ports, levels: 3 }));
  const leaves = [
    ...new Set(
      Array.from({ length: fabric.hostCount }, (_, host) =>
        fabric.attachment((fabric.switchCount + host) as EndportIx),
      ).flatMap((at) => at?.sw ?? []),
    ),
  ];
  for (const count of [2, 4, 8, 9, 64, leaves.length]) {
    const step = Math.floor(leaves.length / Math.min(count, leaves.length));
    const terminals = new Set(
      leaves.filter((_, i) => i % step === 0).slice(0, count),
    );
    const steiner = new Steiner(fabric);
    const start = performance.now();
    let gap = 0;
    for (const root of leaves) {
      const { lower, known } = steiner.bounds(root, terminals);
      gap = Math.max(gap, known - lower);
    }
    const milliseconds = performance.now() - start;
    console.log(
      `${fabric.switchCount} switches, ${terminals.size} terminals: ${leaves.length} roots in ${milliseconds.toFixed(0)} ms, bounds at most ${gap} apart`,
    );
  }
}
