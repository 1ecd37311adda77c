import type { PathPattern } from "@fabriclab/spec";
import { NO_PORT } from "@fabriclab/units";

const bitCount = (mask: number): number => {
  let count = 0;
  for (let left = mask; left !== 0; left &= left - 1) count += 1;
  return count;
};

/** Which of several patterns that fit a value is taken. */
export type LookUpRule = "shortest" | "specific";

/** Powers of two that keep the parts of a rank apart: ports are below 2^8, and at most 14 bits matter. */
const PORTS = 2 ** 8;
const CARES = 2 ** 4;

/** Best first: by the rule, then by the other one, then the lowest port. Hops are below 2^16, so ranks are below 2^28. */
const RANKS: Record<LookUpRule, (pattern: PathPattern) => number> = {
  shortest: ({ care, hops, port }) =>
    (hops * CARES + CARES - 1 - bitCount(care)) * PORTS + port,
  specific: ({ care, hops, port }) =>
    ((CARES - 1 - bitCount(care)) * 2 ** 16 + hops) * PORTS + port,
};

/**
 * The look-up of a path-bit table: the port for every value of the bits.
 *
 * The paper's tables are no functions: a value may fit several patterns. The rule says which one is taken; a value that fits none takes the default
 * port.
 *
 * Complexity: O(patterns · (log patterns + 2^bits)), less where patterns are specific, and where the first of them fit every value.
 *
 * @param out length 2^bits
 */
export function lookUp(
  patterns: readonly PathPattern[],
  defaultPort: number,
  rule: LookUpRule,
  out: Uint8Array,
): void {
  out.fill(NO_PORT);
  const rank = RANKS[rule];
  // Why numbers: they are sorted many times faster than patterns are by a comparison. The place makes equal ranks keep their order.
  const places = 2 ** Math.ceil(Math.log2(patterns.length + 1));
  const order = new Float64Array(patterns.length);
  for (const [place, pattern] of patterns.entries())
    order[place] = rank(pattern) * places + place;
  let left = out.length;
  for (const one of order.sort()) {
    if (left === 0) return;
    const pattern = patterns[one % places];
    if (pattern === undefined) continue;
    const { care, value, port } = pattern;
    const free = (out.length - 1) & ~care;
    for (let rest = free; ; rest = (rest - 1) & free) {
      if (out[value | rest] === NO_PORT) {
        out[value | rest] = port;
        left -= 1;
      }
      if (rest === 0) break;
    }
  }
  for (const [value, port] of out.entries())
    if (port === NO_PORT) out[value] = defaultPort;
}
