import {
  FabricBuilder,
  otherEnd,
  type LinkSpec,
  type NodeRef,
} from "@fabriclab/fabric";
import { many, type Fabric } from "@fabriclab/spec";
import {
  cablesOf,
  groupsOf,
  leafPorts,
  spinePorts,
  type DragonflyPlusSize,
} from "./size.ts";

/**
 * Builds a dragonfly+.
 *
 * Ports of a leaf: its hosts, then the spines of its group; of a spine: the leaves of its group, then its global links. Spines are numbered first, as roots of trees are. Complexity:
 * O(ports).
 */
export function buildDragonflyPlus(
  size: DragonflyPlusSize,
  link: LinkSpec,
): Fabric {
  const { hostsPerLeaf: p, leaves, spines, globalLinks: h } = size;
  const groups = groupsOf(size);
  const cables = cablesOf(size);
  const builder = new FabricBuilder(
    `dragonfly-plus ${p} hosts ${leaves} leaves ${spines} spines ${h} global ${many(groups, "group")}`,
  );
  const add = (kind: string, count: number, ports: number): NodeRef[] =>
    Array.from({ length: groups * count }, (_, index) =>
      builder.addSwitch(
        `${kind}(${Math.floor(index / count)}.${index % count})`,
        ports,
      ),
    );
  const spine = add("SP", spines, spinePorts(size));
  const leaf = add("LF", leaves, leafPorts(size));
  for (const [index, sw] of leaf.entries())
    for (let k = 0; k < p; k++) {
      const name = `P(${Math.floor(index / leaves)}.${index % leaves}.${k})`;
      builder.connect(sw, k + 1, builder.addHost(name), 1, link);
    }
  for (let group = 0; group < groups; group++) {
    for (let below = 0; below < leaves; below++)
      for (let above = 0; above < spines; above++)
        builder.connect(
          spine[group * spines + above]!,
          below + 1,
          leaf[group * leaves + below]!,
          p + above + 1,
          link,
        );
    for (let port = 0; port < spines * h; port++) {
      const end = otherEnd({ group, port }, groups, cables);
      if (end === undefined || end.group < group) continue;
      builder.connect(
        spine[group * spines + Math.floor(port / h)]!,
        leaves + (port % h) + 1,
        spine[end.group * spines + Math.floor(end.port / h)]!,
        leaves + (end.port % h) + 1,
        link,
      );
    }
  }
  return builder.build();
}
