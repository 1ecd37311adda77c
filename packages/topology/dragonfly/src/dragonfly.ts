import {
  FabricBuilder,
  otherEnd,
  type LinkSpec,
  type NodeRef,
} from "@fabriclab/fabric";
import { many, type Fabric } from "@fabriclab/spec";
import { cablesOf, groupsOf, portsOf, type DragonflySize } from "./size.ts";

/**
 * Builds a dragonfly.
 *
 * Ports of a switch: its hosts, then the other switches of its group in their order, then its global links. Complexity: O(ports).
 */
export function buildDragonfly(size: DragonflySize, link: LinkSpec): Fabric {
  const { hostsPerSwitch: p, switchesPerGroup: a, globalLinks: h } = size;
  const groups = groupsOf(size);
  const cables = cablesOf(size);
  const builder = new FabricBuilder(
    `dragonfly ${p} hosts ${a} switches ${h} global ${many(groups, "group")}`,
  );
  const switches: NodeRef[] = [];
  for (let group = 0; group < groups; group++)
    for (let place = 0; place < a; place++)
      switches.push(builder.addSwitch(`SW(${group}.${place})`, portsOf(size)));
  for (const [index, sw] of switches.entries())
    for (let k = 0; k < p; k++) {
      const name = `P(${Math.floor(index / a)}.${index % a}.${k})`;
      builder.connect(sw, k + 1, builder.addHost(name), 1, link);
    }
  const firstGlobal = p + a;
  for (let group = 0; group < groups; group++) {
    const of = (place: number): NodeRef => switches[group * a + place]!;
    for (let place = 0; place < a; place++)
      for (let other = place + 1; other < a; other++)
        builder.connect(of(place), p + other, of(other), p + place + 1, link);
    for (let port = 0; port < a * h; port++) {
      const end = otherEnd({ group, port }, groups, cables);
      if (end === undefined || end.group < group) continue;
      builder.connect(
        of(Math.floor(port / h)),
        firstGlobal + (port % h),
        switches[end.group * a + Math.floor(end.port / h)]!,
        firstGlobal + (end.port % h),
        link,
      );
    }
  }
  return builder.build();
}
