import type { Fabric, ForwardingTables } from "@fabriclab/spec";
import type { EndportIx } from "@fabriclab/units";
import { cut, MOST_CUTS } from "./cut.ts";
import { PairCounts, type Pair } from "./pair-counts.ts";
import type { Reached } from "./reached.ts";
import type { Remedies, Remedy } from "./remedy.ts";
import { effective, isDeadlockFree, type LoopTraffic } from "./traffic.ts";

/** Where a search that gave up is noted. */
export type Untried = Remedies["untried"][number][];

/** Roles of one endport list, with the endports of each. */
export type RoleTable = ReadonlyMap<string, readonly number[]>;

/** Places of the endports of every role. */
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

/**
 * Endports without which no loop is left: for one cycle after the other, the sources or the destinations (whichever are fewer) over one of its edges;
 * afterwards those that need not have gone are let in again. And whole roles, the smallest that suffice.
 *
 * Not listed where fewer than half of the endports would stay.
 */
export function leaveOutEndports(
  fabric: Fabric,
  tables: ForwardingTables,
  options: LoopTraffic,
  reached: Reached,
  roles: RoleTable,
  untried: Untried,
): Remedy[] {
  const { endports } = reached;
  const size = endports.length;
  const counts = new PairCounts(fabric, effective(tables, options), endports);
  const gone = cut<number>(
    counts,
    (pairs) => {
      const sources = new Set(pairs.map((pair) => Math.floor(pair / size)));
      const destinations = new Set(pairs.map((pair) => pair % size));
      const keys = sources.size < destinations.size ? sources : destinations;
      return { keys: [...keys], cost: keys.size };
    },
    (places) => places.flatMap((place) => pairsOf(place, size)),
  );
  const names = smallestRoles(counts, roles, size);
  const members = new Set(names.flatMap((name) => roles.get(name) ?? []));
  const fewest = [gone, members.size === 0 ? undefined : members]
    .filter((places) => places !== undefined)
    .map((places) => withoutNeedless(counts, new Set(places), size))
    .sort((a, b) => a.size - b.size)[0];
  if (gone === undefined)
    untried.push({
      kind: "leave-out-endports",
      why: `given up after ${MOST_CUTS} cycles`,
    });
  const remedies: Remedy[] = [];
  const propose = (
    places: ReadonlySet<number>,
    text: string,
    named: readonly string[] = [],
  ): void => {
    if (places.size === 0 || places.size * 2 > size) return;
    const rest = endports.filter((_, place) => !places.has(place));
    if (!isDeadlockFree(fabric, tables, { ...options, endports: rest })) return;
    remedies.push({
      kind: "leave-out-endports",
      text,
      pairsLost: reached.lostWithout(places),
      endports: endports.filter((_, place) => places.has(place)),
      ...(named.length === 0 ? {} : { roles: named }),
    });
  };
  if (fewest !== undefined && fewest.size !== members.size)
    propose(fewest, `leave out ${inWords(fewest, roles)}`);
  propose(members, `leave out every ${names.join(" and every ")}`, names);
  return remedies;
}

/** `3 aggregation node, 1 channel adapter`: how many endports of each role. */
function inWords(places: ReadonlySet<number>, roles: RoleTable): string {
  return [...roles]
    .map(([name, all]) => ({
      name,
      count: all.filter((place) => places.has(place)).length,
    }))
    .filter(({ count }) => count > 0)
    .map(({ name, count }) => `${count} ${name}`)
    .join(", ");
}

/** Ordered pairs of which a place is an end, to and from those places that are in. */
function pairsOf(
  place: number,
  size: number,
  out: ReadonlySet<number> = new Set(),
): Pair[] {
  const pairs: Pair[] = [];
  for (let other = 0; other < size; other++) {
    if (other === place || out.has(other)) continue;
    pairs.push(place * size + other, other * size + place);
  }
  return pairs;
}

/** Lets in again, one after the other, what closes no cycle. */
function withoutNeedless(
  counts: PairCounts,
  gone: Set<number>,
  size: number,
): Set<number> {
  counts.restore(allPairs(size));
  counts.remove([...gone].flatMap((place) => pairsOf(place, size)));
  for (const place of [...gone]) {
    gone.delete(place);
    const pairs = pairsOf(place, size, gone);
    counts.restore(pairs);
    if (counts.isAcyclic()) continue;
    counts.remove(pairs);
    gone.add(place);
  }
  return gone;
}

/** Roles that free the graph when they go: the smallest that does so alone, or else the smallest ones together until it is free. */
function smallestRoles(
  counts: PairCounts,
  roles: RoleTable,
  size: number,
): string[] {
  counts.restore(allPairs(size));
  const bySize = [...roles].sort(([, a], [, b]) => a.length - b.length);
  const pairsOfRole = (places: readonly number[]): Pair[] =>
    places.flatMap((place) => pairsOf(place, size));
  for (const [name, places] of bySize) {
    if (places.length * 2 > size) break;
    counts.remove(pairsOfRole(places));
    if (counts.isAcyclic()) return [name];
    counts.restore(pairsOfRole(places));
  }
  const together: string[] = [];
  for (const [name, places] of bySize) {
    counts.remove(pairsOfRole(places));
    together.push(name);
    if (counts.isAcyclic()) return together;
  }
  return [];
}

function* allPairs(size: number): Generator<Pair> {
  for (let pair = 0; pair < size * size; pair++) yield pair;
}
