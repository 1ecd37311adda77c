import { WALK_ENDS, type LidTree } from "@fabriclab/paths";
import type { Lid } from "@fabriclab/units";
import type { Mend } from "./wrong-entry.ts";

/** Switches that send packets for a LID round. */
export interface Cycle {
  readonly lid: Lid;
  /** In the order of the packets, from the smallest index. */
  readonly switches: readonly number[];
}

/** The same with the entry to blame. */
export interface ForwardingLoop extends Cycle {
  /** Switch of the entry. */
  readonly blamed: number;
  /** What would be right there. */
  readonly mend: Mend | undefined;
}

const LOOP = WALK_ENDS.indexOf("loop");

/**
 * The loops of the LID that the tree has loaded, from whichever switches they are reached.
 *
 * Complexity: O(switches).
 */
export function loopsOf(tree: LidTree, lid: Lid): Cycle[] {
  const { end, next } = tree;
  /** Switch -> the switch from which the search came by it first, plus one. */
  const seen = new Int32Array(end.length);
  const found: Cycle[] = [];
  for (let start = 0; start < end.length; start++) {
    if (end[start] !== LOOP) continue;
    let at = start;
    for (; seen[at] === 0; at = next[at] ?? 0) seen[at] = start + 1;
    if (seen[at] !== start + 1) continue;
    const switches = [at];
    for (let on = next[at] ?? at; on !== at; on = next[on] ?? at)
      switches.push(on);
    const least = switches.indexOf(Math.min(...switches));
    found.push({
      lid,
      switches: [...switches.slice(least), ...switches.slice(0, least)],
    });
  }
  return found;
}
