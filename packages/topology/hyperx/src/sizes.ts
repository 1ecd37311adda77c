import { MAX_GENERATED_PORTS } from "@fabriclab/fabric";
import { MAX_PORTS } from "@fabriclab/units";
import {
  hostsOf,
  parallelOf,
  portsOf,
  switchesOf,
  type HyperxSize,
} from "./size.ts";

/** Dimensions that are proposed where nothing says how many. */
const PROPOSED_DIMENSIONS = [1, 2, 3];

/**
 * HyperX networks with at least `hosts` hosts: of one, two and three dimensions of equal length, at each switch as many hosts as a row is long where nothing is given, or as few as are needed; fewest
 * hosts first. What is given stays: cables for each dimension say how many dimensions there are.
 */
export function sizesFor(
  hosts: number,
  given: Partial<HyperxSize>,
): Partial<HyperxSize>[] {
  const { parallel = 1 } = given;
  const cables = parallelOf({ parallel }).length;
  const dimensions = cables > 1 ? [cables] : PROPOSED_DIMENSIONS;
  const shapes =
    given.sizes === undefined
      ? dimensions.map((count) =>
          equalSides(hosts, count, given.hostsPerSwitch),
        )
      : [given.sizes];
  return shapes
    .map((sizes) => {
      const switches = switchesOf({ sizes, parallel, hostsPerSwitch: 1 });
      const needed = Math.ceil(hosts / switches);
      const { hostsPerSwitch = needed } = given;
      return { sizes, parallel, hostsPerSwitch };
    })
    .filter(
      (size) =>
        hostsOf(size) >= hosts &&
        portsOf(size) <= MAX_PORTS &&
        switchesOf(size) * portsOf(size) + hostsOf(size) <= MAX_GENERATED_PORTS,
    )
    .sort((a, b) => hostsOf(a) - hostsOf(b))
    .map(({ sizes, hostsPerSwitch }) => ({
      sizes,
      hostsPerSwitch,
      ...(given.parallel === undefined ? {} : { parallel: given.parallel }),
    }));
}

/** Lengths of so many equal dimensions with room for the hosts. @param perSwitch undefined = as many as a row is long */
function equalSides(
  hosts: number,
  dimensions: number,
  perSwitch: number | undefined,
): string {
  let side = 2;
  while ((perSwitch ?? side) * side ** dimensions < hosts) side++;
  return Array<number>(dimensions).fill(side).join(",");
}
