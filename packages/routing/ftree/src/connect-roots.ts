import type { LidTable } from "@fabriclab/spec";
import { NO_PORT } from "@fabriclab/units";
import type { TreeSwitch } from "./tree.ts";

/**
 * Completes the tables of switches above the leaves: LIDs of switches that they have no way to, and the last leaf has, go the way to that leaf. All turns
 * down and up again are in that one switch then, which closes no cycle.
 *
 * Complexity: O(switches²).
 *
 * @param rows switch -> LID -> port; changed in place
 * @param last the leaf of the highest index
 */
export function connectRoots(
  rows: readonly Uint8Array[],
  lids: LidTable,
  switches: readonly TreeSwitch[],
  last: TreeSwitch | undefined,
  leafRank: number,
): void {
  const turn = rows[last?.sw ?? -1];
  if (last === undefined || turn === undefined) return;
  const turnLid = lids.baseLid[last.sw] ?? 0;
  for (const { sw, rank } of switches) {
    const row = rows[sw];
    if (row === undefined || rank >= leafRank) continue;
    const way = row[turnLid] ?? NO_PORT;
    // Endports come in the order of nodes, switches first.
    for (let to = 0; to < rows.length; to++) {
      const lid = lids.baseLid[to] ?? 0;
      if (lid === 0 || row[lid] !== NO_PORT || turn[lid] === NO_PORT) continue;
      row[lid] = way;
    }
  }
}
