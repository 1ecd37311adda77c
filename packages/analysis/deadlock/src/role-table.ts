import type { EndportIx } from "@fabriclab/units";

/** Places of the endports of every role. */
export type RoleTable = ReadonlyMap<string, readonly number[]>;

/** Groups endports, by their places in the list, into roles. Complexity: O(endports). */
export function roleTable(
  endports: readonly EndportIx[],
  roles: (endport: EndportIx) => string,
): RoleTable {
  const found = new Map<string, number[]>();
  for (const [place, endport] of endports.entries()) {
    const role = roles(endport);
    const list = found.get(role) ?? [];
    found.set(role, list);
    list.push(place);
  }
  return found;
}
