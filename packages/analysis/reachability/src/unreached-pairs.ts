import {
  LidTree,
  PathClasses,
  switchPlanes,
  WALK_ENDS,
} from "@fabriclab/paths";
import type { Fabric, ForwardingTables } from "@fabriclab/spec";

/** How many ordered pairs of host ports there are, and of how many the packets do not arrive. */
export interface UnreachedPairs {
  /** Ordered pairs of host ports that own a LID and are cabled to switches that cables join. */
  readonly pairs: number;
  /** Those of them whose packets do not arrive. */
  readonly unreached: number;
}

const DELIVERED = WALK_ENDS.indexOf("delivered");

/**
 * Counts what `auditUnicast` finds, without saying where and why: for whoever has just made tables. Pairs that no cables join are left out, as no tables could
 * join them, and so is what SL2VL tables discard.
 *
 * @param onProgress called now and then with the destinations that are done
 * Complexity: O(endports² + endports · switches · classes), `PathClasses`, with steps of a few instructions; a second for 11664 hosts and 1620 switches. Memory: O(endports + switches).
 */
export function unreachedPairs(
  fabric: Fabric,
  tables: ForwardingTables,
  onProgress?: (done: number, total: number) => void,
): UnreachedPairs {
  const classes = new PathClasses(fabric, tables);
  const tree = new LidTree(fabric, tables);
  const { of: plane } = switchPlanes(fabric);
  const { owner } = tables.lids;
  let pairs = 0;
  let unreached = 0;
  for (const [place, destination] of classes.endports.entries()) {
    if (place % 256 === 0) onProgress?.(place, classes.endports.length);
    const here = plane[classes.entry[place] ?? -1] ?? -1;
    if (here < 0) continue;
    classes.load(destination);
    for (let index = 0; index < classes.count; index++) {
      const lid = classes.lid(index);
      tree.load(lid);
      const isMeant = owner[lid] === destination;
      for (const [sw, sources] of classes.sources(index).entries()) {
        if (sources === 0 || plane[sw] !== here) continue;
        pairs += sources;
        if (!isMeant || tree.end[sw] !== DELIVERED) unreached += sources;
      }
    }
  }
  return { pairs, unreached };
}
