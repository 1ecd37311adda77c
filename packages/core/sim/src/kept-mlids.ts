import type { MulticastTables } from "@fabriclab/spec";
import { MULTICAST_LID_MIN, type Mlid } from "@fabriclab/units";

/**
 * The same trees under the MLIDs that their sources had before, as a subnet manager keeps those of a group over its sweeps: otherwise a packet that is under way
 * would follow another group's tree where a group or a source before its own is left out. A tree that is new has the first MLID that is free.
 *
 * O(sources + switches · MLIDs).
 */
export function keptMlids(
  before: MulticastTables,
  now: MulticastTables,
): MulticastTables {
  const kept = new Map<Mlid, number>();
  const taken = new Set<number>();
  const keep = (mlid: Mlid, as: number): void => {
    kept.set(mlid, as);
    taken.add(as);
  };
  const added: Mlid[] = [];
  for (const { id, sources } of now.groups)
    for (const source of sources) {
      const had = before.mlids(source, id);
      for (const [at, mlid] of now.mlids(source, id).entries()) {
        if (kept.has(mlid)) continue;
        const as = had[at];
        if (as === undefined || taken.has(as)) added.push(mlid);
        else keep(mlid, as);
      }
    }
  const first = MULTICAST_LID_MIN + now.firstMlid;
  let free = first;
  for (const mlid of added) {
    if (kept.has(mlid)) continue;
    while (taken.has(free)) free++;
    keep(mlid, free);
  }
  const { words, mlidCount: count } = now;
  const mlidCount = Math.max(first, ...taken) - first + 1;
  const switches = now.masks.length / (count * words);
  const masks = new Int32Array(switches * mlidCount * words);
  for (let sw = 0; sw < switches; sw++)
    for (const [mlid, as] of kept) {
      const from = (sw * count + mlid - first) * words;
      masks.set(
        now.masks.subarray(from, from + words),
        (sw * mlidCount + as - first) * words,
      );
    }
  return {
    ...now,
    mlidCount,
    masks,
    mlids: (source, group) =>
      now.mlids(source, group).map((mlid) => kept.get(mlid) as Mlid),
  };
}
