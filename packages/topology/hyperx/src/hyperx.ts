import { FabricBuilder, type LinkSpec, type NodeRef } from "@fabriclab/fabric";
import { many, type Fabric } from "@fabriclab/spec";
import {
  dimensionsOf,
  hostName,
  portsOf,
  switchesOf,
  type HyperxSize,
} from "./size.ts";

/**
 * Builds a HyperX.
 *
 * Ports of a switch: its hosts, then for each dimension the others of its row in their order, cables to the same one side by side. Complexity: O(ports).
 */
export function buildHyperx(size: HyperxSize, link: LinkSpec): Fabric {
  const { hostsPerSwitch } = size;
  const dimensions = dimensionsOf(size);
  const sizes = dimensions.map((dimension) => dimension.size);
  const builder = new FabricBuilder(nameOf(size));
  const switches: NodeRef[] = [];
  const places = Array.from({ length: switchesOf(size) }, (_, index) =>
    placeOf(index, sizes),
  );
  for (const place of places) {
    const name = `SW(${place.join(".")})`;
    switches.push(builder.addSwitch(name, portsOf(size)));
  }
  for (const [index, place] of places.entries())
    for (let k = 0; k < hostsPerSwitch; k++) {
      const host = builder.addHost(hostName(place, k));
      builder.connect(switches[index]!, k + 1, host, 1, link);
    }
  /** Port before those of the dimension. */
  let before = hostsPerSwitch;
  /** How far apart in the list of switches the neighbours in a row are. */
  let stride = switches.length;
  for (const [at, { size: along, parallel }] of dimensions.entries()) {
    stride /= along;
    for (const [index, place] of places.entries()) {
      const here = place[at]!;
      for (let there = here + 1; there < along; there++)
        for (let cable = 1; cable <= parallel; cable++)
          builder.connect(
            switches[index]!,
            before + (there - 1) * parallel + cable,
            switches[index + (there - here) * stride]!,
            before + here * parallel + cable,
            link,
          );
    }
    before += (along - 1) * parallel;
  }
  return builder.build();
}

/** The coordinates of a switch, the last of which counts fastest. */
function placeOf(index: number, sizes: readonly number[]): number[] {
  const place: number[] = [];
  let rest = index;
  for (const along of sizes.toReversed()) {
    place.push(rest % along);
    rest = Math.floor(rest / along);
  }
  return place.reverse();
}

/** `hyperx 4x4 switches 4 hosts`, with parallel cables by their numbers behind it. */
function nameOf(size: HyperxSize): string {
  const dimensions = dimensionsOf(size);
  const cables = dimensions.map(({ parallel }) => parallel);
  const isAlike = cables.every((count) => count === cables[0]);
  return [
    `hyperx ${dimensions.map(({ size: along }) => along).join("x")} switches ${many(size.hostsPerSwitch, "host")}`,
    ...(cables.every((count) => count === 1)
      ? []
      : [`${isAlike ? cables[0] : cables.join(",")} parallel`]),
  ].join(" ");
}
