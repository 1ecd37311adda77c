import { needHosts } from "./permutation.ts";

/**
 * How many bits the index of a host has: the patterns of bits are defined for powers of two.
 *
 * @param least number of hosts of which any sends
 * @throws FabricError `E_PATTERN_HOSTS`
 */
export function indexBits(
  pattern: string,
  hosts: number,
  least: 2 | 4,
): number {
  const bits = Math.log2(hosts);
  needHosts(
    pattern,
    hosts,
    hosts >= least && Number.isInteger(bits),
    least === 2 ? "a power of two: 2, 4, 8, …" : "a power of two: 4, 8, 16, …",
  );
  return bits;
}
