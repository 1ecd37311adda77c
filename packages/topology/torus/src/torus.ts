import { FabricBuilder, type LinkSpec, type NodeRef } from "@fabriclab/fabric";
import type { Fabric } from "@fabriclab/spec";
import {
  hostsOf,
  isRing,
  lengthsOf,
  switchesOf,
  type TorusSize,
} from "./size.ts";

/** Dimensions. */
const DIMENSIONS = 3;
/** Ports of a switch that lead to other switches. */
export const SWITCH_PORTS = 2 * DIMENSIONS;

/** Of all nodes. */
export const portsOf = (size: TorusSize): number =>
  switchesOf(size) * (SWITCH_PORTS + size.hostsPerSwitch) + hostsOf(size);

/**
 * Builds a torus, or a mesh where it is left open.
 *
 * Ports of a switch: 1 = +x, 2 = -x, 3 = +y, 4 = -y, 5 = +z, 6 = -z, hosts from 7 on. Switches are numbered with z fastest. Complexity: O(ports).
 */
export function buildTorus(size: TorusSize, link: LinkSpec): Fabric {
  const lengths = lengthsOf(size);
  const builder = new FabricBuilder(
    `${size.open ? "mesh" : "torus"} ${lengths.join("x")}${size.hostsPerSwitch === 1 ? "" : ` ${size.hostsPerSwitch} hosts per switch`}`,
  );
  const places = placesOf(lengths);
  const switches: NodeRef[] = places.map((place) =>
    builder.addSwitch(
      `N(${place.join(",")})`,
      SWITCH_PORTS + size.hostsPerSwitch,
    ),
  );
  for (const [index, place] of places.entries())
    for (let k = 0; k < size.hostsPerSwitch; k++) {
      const digits = size.hostsPerSwitch === 1 ? place : [...place, k];
      const host = builder.addHost(`P(${digits.join(",")})`);
      builder.connect(switches[index]!, SWITCH_PORTS + k + 1, host, 1, link);
    }
  for (const [index, place] of places.entries())
    for (const [dimension, length] of lengths.entries()) {
      const at = place[dimension]!;
      if (at === length - 1 && !isRing(length, size)) continue;
      const next = place.with(dimension, (at + 1) % length);
      builder.connect(
        switches[index]!,
        2 * dimension + 1,
        switches[indexOf(next, lengths)]!,
        2 * dimension + 2,
        link,
      );
    }
  return builder.build();
}

/** All places, the last coordinate fastest. */
function placesOf(lengths: readonly number[]): number[][] {
  let places: number[][] = [[]];
  for (const length of lengths)
    places = places.flatMap((place) =>
      Array.from({ length }, (_, at) => [...place, at]),
    );
  return places;
}

const indexOf = (
  place: readonly number[],
  lengths: readonly number[],
): number =>
  place.reduce((index, at, dimension) => index * lengths[dimension]! + at, 0);
