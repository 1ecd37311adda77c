import type { PathPattern } from "@fabriclab/spec";
import { NO_PORT } from "@fabriclab/units";

const bitCount = (mask: number): number => {
  let count = 0;
  for (let left = mask; left !== 0; left &= left - 1) count += 1;
  return count;
};

/** Which of several patterns that fit a value is taken. */
export type LookUpRule = "shortest" | "specific";

/** Best first, by the rule; then by the other one, then the lowest port. */
const preferred: Record<
  LookUpRule,
  (a: PathPattern, b: PathPattern) => number
> = {
  shortest: (a, b) =>
    a.hops - b.hops || bitCount(b.care) - bitCount(a.care) || a.port - b.port,
  specific: (a, b) =>
    bitCount(b.care) - bitCount(a.care) || a.hops - b.hops || a.port - b.port,
};

/**
 * The look-up of a path-bit table: the port for every value of the bits.
 *
 * The paper's tables are no functions: a value may fit several patterns. The rule says which one is taken; a value that fits none takes the default
 * port.
 *
 * Complexity: O(patterns · 2^bits), less where patterns are specific.
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
  for (const { care, value, port } of [...patterns].sort(preferred[rule])) {
    const free = (out.length - 1) & ~care;
    for (let rest = free; ; rest = (rest - 1) & free) {
      if (out[value | rest] === NO_PORT) out[value | rest] = port;
      if (rest === 0) break;
    }
  }
  for (const [value, port] of out.entries())
    if (port === NO_PORT) out[value] = defaultPort;
}
