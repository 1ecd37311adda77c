/** A LID that more than one node of a mesh would own. */
export interface SharedLid {
  readonly lid: number;
  /** Coordinates [x, y] of its owners, by x. */
  readonly nodes: readonly (readonly [x: number, y: number])[];
}

/**
 * The LIDs x·stride + y + 1 that several nodes of a mesh of m columns and n rows share, ascending. There are some exactly when n > stride and m > 1.
 *
 * Complexity: O(m·n).
 */
export function sharedLids(
  columns: number,
  rows: number,
  stride: number,
): readonly SharedLid[] {
  const owners = new Map<number, [number, number][]>();
  for (let x = 0; x < columns; x++)
    for (let y = 0; y < rows; y++) {
      const lid = x * stride + y + 1;
      const nodes = owners.get(lid);
      if (nodes === undefined) owners.set(lid, [[x, y]]);
      else nodes.push([x, y]);
    }
  return [...owners]
    .filter(([, nodes]) => nodes.length > 1)
    .map(([lid, nodes]) => ({ lid, nodes }))
    .sort((a, b) => a.lid - b.lid);
}
