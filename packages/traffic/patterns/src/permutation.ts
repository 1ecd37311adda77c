import type { Pattern } from "@fabriclab/spec";
import { FabricError } from "@fabriclab/units";

/** A pattern in which host `i` only ever sends to `destinations[i]`; a host that would send to itself stays silent. */
export function permutation(destinations: Int32Array): Pattern {
  const fixed = destinations.map((to, from) => (to === from ? -1 : to));
  return {
    destination: (source) => fixed[source] ?? -1,
    destinations: (source) => [fixed[source] ?? -1].filter((to) => to >= 0),
  };
}

/** Refuses a number of hosts for which `name` is not defined. */
export function needHosts(
  name: string,
  hosts: number,
  fits: boolean,
  expected: string,
): void {
  if (fits) return;
  throw new FabricError({
    code: "E_PATTERN_HOSTS",
    message: `The pattern ${name} is not defined for this number of hosts`,
    got: `${hosts} hosts`,
    expected,
    hint: "uniform, shift, hotspot and random-permutation take any number of hosts from 2 on",
  });
}
