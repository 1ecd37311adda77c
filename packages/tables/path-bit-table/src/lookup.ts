import type { PathPattern } from "@fabriclab/spec";
import { NO_PORT } from "@fabriclab/units";

const bitCount = (mask: number): number => {
  let count = 0;
  for (let left = mask; left !== 0; left &= left - 1) count += 1;
  return count;
};

/** Which of several patterns that fit a value is taken. */
export type LookUpRule = "shortest" | "specific";

type Key = (pattern: PathPattern) => number;

const port: Key = (pattern) => pattern.port;
const hops: Key = (pattern) => pattern.hops;
/** At most 14 bits matter. */
const unspecific: Key = ({ care }) => 14 - bitCount(care);

/** What decides, last first: the lowest of each is the best. */
const KEYS: Record<LookUpRule, readonly Key[]> = {
  shortest: [port, unspecific, hops],
  specific: [port, hops, unspecific],
};

/**
 * The look-up of a path-bit table: the port for every value of the bits.
 *
 * The paper's tables are no functions: a value may fit several patterns. The rule says which one is taken; a value that fits none takes the default
 * port.
 *
 * Complexity: O(patterns · 2^bits + hops), less where patterns are specific, and where the first of them fit every value.
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
  let order = patterns;
  for (const key of KEYS[rule]) order = sorted(order, key);
  let left = out.length;
  for (const { care, value, port } of order) {
    if (left === 0) return;
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

/** By a small key, those with equal keys in the order in which they were. Why by counting: thousands of patterns have few keys. */
function sorted(
  patterns: readonly PathPattern[],
  key: Key,
): readonly PathPattern[] {
  const keys = new Uint16Array(patterns.length);
  let most = 0;
  for (let i = 0; i < patterns.length; i++) {
    keys[i] = key(patterns[i]!);
    most = Math.max(most, keys[i]!);
  }
  const next = new Int32Array(most + 2);
  for (const one of keys) next[one + 1]! += 1;
  for (let one = 1; one <= most; one++) next[one]! += next[one - 1]!;
  const order = new Array<PathPattern>(patterns.length);
  for (let i = 0; i < patterns.length; i++)
    order[next[keys[i]!]!++] = patterns[i]!;
  return order;
}
