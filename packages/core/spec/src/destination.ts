import { FabricError, type EndportIx } from "@fabriclab/units";
import type { Pattern, RandomStream } from "./traffic.ts";

/**
 * Where a host sends to next, as a pattern says; undefined where it stays silent.
 *
 * @param index of the host among `hosts`
 * @throws FabricError E_SPEC_DESTINATION where the pattern names the host itself or none of the hosts: a plugin that is wrong must not look like one of silent hosts
 */
export function destinationOf(
  hosts: readonly EndportIx[],
  pattern: Pattern,
  index: number,
  random: RandomStream,
): EndportIx | undefined {
  const to = pattern.destination(index, random);
  const host = hosts[to];
  if ((host === undefined && !(to < 0)) || to === index)
    throw new FabricError({
      code: "E_SPEC_DESTINATION",
      message: `a pattern sends host ${index} to a host that it cannot send to`,
      where: { path: "pattern" },
      got: to === index ? `${to}, the host itself` : String(to),
      expected: `another of the hosts 0 to ${hosts.length - 1}, or -1 where it stays silent`,
      hint: "`destination` of the pattern is wrong; patternKit of @fabriclab/testing-conformance finds such patterns",
    });
  return host;
}
