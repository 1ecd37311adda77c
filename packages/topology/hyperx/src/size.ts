import {
  readCounts,
  refuseGeneratedSize,
  type Counts,
} from "@fabriclab/fabric";
import { FabricError } from "@fabriclab/spec";
import { MAX_PORTS } from "@fabriclab/units";

/** What names a HyperX; see the parameters of `hyperx`. */
export interface HyperxSize {
  /** S of Ahn et al., for each dimension. */
  readonly sizes: Counts;
  /** K, for each dimension or for all. */
  readonly parallel: Counts;
  /** T. */
  readonly hostsPerSwitch: number;
}

/** A dimension of the grid. */
export interface Dimension {
  /** Switches in a row of it. */
  readonly size: number;
  /** Cables between any two switches of a row. */
  readonly parallel: number;
}

/** One number for all dimensions, or one for each. @throws FabricError E_HYPERX_NUMBERS */
export const parallelOf = ({
  parallel,
}: Pick<HyperxSize, "parallel">): number[] =>
  readCounts(parallel, {
    code: "E_HYPERX_NUMBERS",
    path: "parallel",
    insteadOfZero: "1 is one cable between any two switches of a row",
  });

/** @throws FabricError E_HYPERX_NUMBERS or E_HYPERX_DIMENSIONS */
export function dimensionsOf(size: HyperxSize): Dimension[] {
  const sizes = readCounts(size.sizes, {
    code: "E_HYPERX_NUMBERS",
    path: "sizes",
    insteadOfZero: "leave out a dimension that has no switches",
  });
  const parallel = parallelOf(size);
  if (sizes.length === 0)
    throw new FabricError({
      code: "E_HYPERX_DIMENSIONS",
      message: "a HyperX has a dimension at least",
      where: { path: "sizes" },
      got: "no number",
      expected: "the switches along each dimension, such as 4,4 or [4, 4]",
    });
  if (parallel.length !== 1 && parallel.length !== sizes.length)
    throw new FabricError({
      code: "E_HYPERX_DIMENSIONS",
      message:
        "the cables between two switches are as many in every dimension, or a number for each",
      where: { path: "parallel" },
      got: `${parallel.length} numbers`,
      expected: sizes.length > 1 ? `1 or ${sizes.length}` : "1",
    });
  return sizes.map((along, at) => ({
    size: along,
    parallel: parallel[at] ?? parallel[0]!,
  }));
}

const switchesIn = (dimensions: readonly Dimension[]): number =>
  dimensions.reduce((all, { size }) => all * size, 1);

/** Cables of a switch to others. */
const degreeIn = (dimensions: readonly Dimension[]): number =>
  dimensions.reduce(
    (all, { size, parallel }) => all + (size - 1) * parallel,
    0,
  );

export const switchesOf = (size: HyperxSize): number =>
  switchesIn(dimensionsOf(size));

export const hostsOf = (size: HyperxSize): number =>
  size.hostsPerSwitch * switchesOf(size);

export const linksOf = (size: HyperxSize): number =>
  hostsOf(size) + (switchesOf(size) * degreeIn(dimensionsOf(size))) / 2;

export const portsOf = (size: HyperxSize): number =>
  size.hostsPerSwitch + degreeIn(dimensionsOf(size));

/** Switches on the longest shortest path: a cable in every dimension that has more than one place. */
export const diameterOf = (size: HyperxSize): number =>
  1 + dimensionsOf(size).filter((dimension) => dimension.size > 1).length;

/** @throws FabricError E_HYPERX_NUMBERS, E_HYPERX_DIMENSIONS, E_HYPERX_PORTS or E_HYPERX_TOO_LARGE */
export function checkSize(size: HyperxSize): void {
  refuseLongNames(size);
  const ports = portsOf(size);
  if (ports > MAX_PORTS)
    throw new FabricError({
      code: "E_HYPERX_PORTS",
      message: "a switch has fewer ports than cables",
      where: { path: "sizes" },
      got: `${ports} cables: ${size.hostsPerSwitch} hosts, ${degreeIn(dimensionsOf(size))} to other switches`,
      expected: `at most ${MAX_PORTS}`,
      hint: "shorter dimensions, and more of them; or lower parallel or hostsPerSwitch",
    });
  const switches = switchesOf(size);
  const hosts = hostsOf(size);
  refuseGeneratedSize(
    { switches, hosts, ports: switches * ports + hosts },
    {
      code: "E_HYPERX_TOO_LARGE",
      path: "sizes",
      expected: "fewer or shorter dimensions, or fewer hosts at each switch",
    },
  );
}

/** Bytes of a NodeDescription (IBA volume 1, 14.2.5.2). */
const MOST_NAME = 64;

/** Why the hint: so many dimensions of more than one place are more ports than can be generated. */
function refuseLongNames(size: HyperxSize): void {
  const sizes = dimensionsOf(size).map((dimension) => dimension.size);
  const longest = hostName(
    sizes.map((along) => along - 1),
    size.hostsPerSwitch - 1,
  );
  if (longest.length <= MOST_NAME) return;
  throw new FabricError({
    code: "E_HYPERX_DIMENSIONS",
    message: `the name of a host has a number for each dimension, and is longer than a NodeDescription, of ${MOST_NAME} bytes`,
    where: { path: "sizes" },
    got: `${sizes.length} dimensions, names of ${longest.length} bytes`,
    expected: `names of at most ${MOST_NAME} bytes`,
    hint: "leave out dimensions of 1, which join nothing",
  });
}

/** A host by the coordinates of its switch, and its number there, from 0. */
export const hostName = (place: readonly number[], k: number): string =>
  `P(${[...place, k].join(".")})`;
