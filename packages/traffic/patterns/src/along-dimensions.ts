import type { Pattern } from "@fabriclab/spec";
import { z } from "zod";
import { needHosts, permutation } from "./permutation.ts";

export const dimensionsParams = z.object({
  sizes: z
    .array(z.int().min(1))
    .min(1)
    .optional()
    .describe(
      "places along each dimension, as the topology numbers its switches: the last one changes fastest; absent = one dimension of all hosts",
    )
    .meta({ unit: "places" }),
});

export interface Along {
  readonly name: string;
  readonly hosts: number;
  readonly sizes: readonly number[] | undefined;
  /** How far along a dimension of `size` places. */
  step(size: number): number;
  /** Size from which `step` is not 0. */
  readonly least: number;
}

/**
 * Every host sends to the host of its number at another place, a step along every dimension away, round the end. As many hosts are at each place.
 *
 * @throws FabricError `E_PATTERN_HOSTS`
 */
export function alongDimensions(along: Along): Pattern {
  const { name, hosts, least, step } = along;
  const sizes = along.sizes ?? [hosts];
  const places = sizes.reduce((product, size) => product * size, 1);
  const isMoving = sizes.some((size) => size >= least);
  needHosts(
    name,
    hosts,
    isMoving && hosts % places === 0,
    isMoving
      ? `a multiple of ${places}, the product of sizes`
      : `a dimension of ${least} places or more`,
  );
  const atEach = hosts / places;
  const to = (host: number): number => {
    let rest = Math.floor(host / atEach);
    let place = 0;
    let weight = 1;
    for (const size of sizes.toReversed()) {
      place += (((rest % size) + step(size)) % size) * weight;
      rest = Math.floor(rest / size);
      weight *= size;
    }
    return place * atEach + (host % atEach);
  };
  return permutation(Int32Array.from({ length: hosts }, (_, s) => to(s)));
}
