import { FabricBuilder } from "@fabriclab/fabric";
import type { Fabric } from "@fabriclab/spec";

/**
 * Two trees, a-s-t and b-u-v with hosts at a and b, joined at their tops (t-v) and by a switch m with a host between s and u. Cables are double but for
 * those of m. The shortest way from A to B, a-s-m-u-b, comes back to a switch of hosts; the one over the tops is a cable longer.
 */
export function leafBetweenTrees(): Fabric {
  const builder = new FabricBuilder("a leaf between two trees");
  const [a, b, m] = ["a", "b", "m"].map((name) => {
    const leaf = builder.addSwitch(name, 3);
    builder.connect(leaf, 3, builder.addHost(name.toUpperCase()), 1);
    return leaf;
  });
  const [s, u, t, v] = ["s", "u", "t", "v"].map((name) =>
    builder.addSwitch(name, 5),
  );
  if (!a || !b || !m || !s || !u || !t || !v) throw new Error("unreachable");
  for (const cable of [1, 2]) {
    builder.connect(a, cable, s, cable);
    builder.connect(b, cable, u, cable);
    builder.connect(s, 2 + cable, t, cable);
    builder.connect(u, 2 + cable, v, cable);
    builder.connect(t, 2 + cable, v, 2 + cable);
  }
  builder.connect(m, 1, s, 5);
  builder.connect(m, 2, u, 5);
  return builder.build();
}
