import { FabricBuilder, type NodeRef } from "@fabriclab/fabric";
import type { Fabric } from "@fabriclab/spec";

/** A top t, pods p1 … below it, a leaf l1 … with a host L1 … below each. */
function pods(
  name: string,
  count: number,
  more: (builder: FabricBuilder, leaves: readonly NodeRef[]) => void,
): Fabric {
  const builder = new FabricBuilder(name);
  const top = builder.addSwitch("t", count);
  const leaves = Array.from({ length: count }, (_, i) => {
    const pod = builder.addSwitch(`p${i + 1}`, 2);
    const leaf = builder.addSwitch(`l${i + 1}`, 4);
    builder.connect(top, i + 1, pod, 1);
    builder.connect(pod, 2, leaf, 1);
    builder.connect(leaf, 4, builder.addHost(`L${i + 1}`), 1);
    return leaf;
  });
  more(builder, leaves);
  return builder.build();
}

/** The leaves of five pods cabled in a ring as well, leaf i by port 2 to port 3 of the next. */
export function ringOfLeaves(): Fabric {
  return pods("ring of leaves", 5, (builder, leaves) => {
    for (const [i, leaf] of leaves.entries()) {
      const next = leaves[(i + 1) % leaves.length];
      if (next !== undefined) builder.connect(leaf, 2, next, 3);
    }
  });
}

/** Two pods whose leaves have a switch x in common below them. */
export function valley(): Fabric {
  return pods("valley", 2, (builder, leaves) => {
    const below = builder.addSwitch("x", 2);
    for (const [i, leaf] of leaves.entries())
      builder.connect(leaf, 2, below, i + 1);
  });
}
