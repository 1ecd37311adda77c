/** An entry of a table: values that fit the pattern leave by the port. */
export interface TableEntry {
  /** Bit i set = path bit i matters. */
  readonly care: number;
  /** The bits that matter, at their values. */
  readonly value: number;
  readonly port: number;
}

/**
 * Merges values with equal ports: entries that do not overlap and together hold every value.
 *
 * The values are halved by the bit that changes most ports until all of a part have one port. Small, not always the smallest possible.
 *
 * Complexity: O(bits² · 2^bits).
 *
 * @param ports value -> port, length 2^bits
 * @returns in the order of their texts: bit 0 first, 0 before 1
 */
export function mergeValues(
  ports: Uint8Array,
  bits: number,
): readonly TableEntry[] {
  const entries: TableEntry[] = [];
  const split = (care: number, value: number): void => {
    const bit = decidingBit(ports, bits, care, value);
    if (bit < 0) {
      entries.push({ care, value, port: ports[value] ?? 0 });
      return;
    }
    split(care | (1 << bit), value);
    split(care | (1 << bit), value | (1 << bit));
  };
  split(0, 0);
  return entries.sort((a, b) => (bitText(a, bits) < bitText(b, bits) ? -1 : 1));
}

/** The bit whose change changes the ports of most values, of those that are still free; -1 where none changes any. */
function decidingBit(
  ports: Uint8Array,
  bits: number,
  care: number,
  value: number,
): number {
  const free = (ports.length - 1) & ~care;
  let best = -1;
  let most = 0;
  for (let bit = 0; bit < bits; bit++) {
    if ((free & (1 << bit)) === 0) continue;
    const others = free & ~(1 << bit);
    let changes = 0;
    for (let rest = others; ; rest = (rest - 1) & others) {
      if (ports[value | rest] !== ports[value | rest | (1 << bit)])
        changes += 1;
      if (rest === 0) break;
    }
    if (changes <= most) continue;
    most = changes;
    best = bit;
  }
  return best;
}

/** A pattern as the paper writes it: the bit of the first cycle first, X where it does not matter. */
export function bitText(
  { care, value }: Pick<TableEntry, "care" | "value">,
  bits: number,
): string {
  return Array.from({ length: bits }, (_, bit) =>
    (care & (1 << bit)) === 0 ? "X" : String((value >> bit) & 1),
  ).join("");
}
