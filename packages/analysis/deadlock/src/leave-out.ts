import type { Pair } from "./pair-paths.ts";
import type { Remedy } from "./remedy.ts";
import type { RoleTable } from "./role-table.ts";
import type { Search } from "./search.ts";
import { isDeadlockFree } from "./traffic.ts";

/** Endports up to which it is tried whether each of them need have gone. */
const FEW = 64;

/** Roles up to which every one is tried alone. */
const FEW_ROLES = 12;

/**
 * Endports without which no loop is left: enough of them to be an end of every pair that `closingPairs` names, those of most such pairs first; afterwards
 * those that need not have gone are let in again. And whole roles: the smallest that suffices alone, or else the smallest ones together.
 *
 * Only where at least half of the endports stay.
 */
export function leaveOutEndports(search: Search): Remedy[] {
  const { counts, closing, reached, roles, untried } = search;
  const { endports } = reached;
  const size = endports.length;
  const names = smallestRoles(search);
  const members = new Set(names.flatMap((name) => roles.get(name) ?? []));
  const sets = [members];
  if (closing === undefined)
    untried.push({ kind: "leave-out-endports", why: search.tooMany });
  else sets.push(cover(closing, size));
  const fewest = sets
    .filter((places) => places.size > 0 && places.size * 2 <= size)
    .map((places) =>
      places.size <= FEW ? withoutNeedless(search, places) : places,
    )
    .sort((a, b) => a.size - b.size)[0];
  counts.reset();
  const remedies: Remedy[] = [];
  const propose = (
    places: ReadonlySet<number>,
    text: string,
    named: readonly string[] = [],
  ): void => {
    if (places.size === 0 || !isFreeWithout(search, places)) return;
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

function isFreeWithout(
  { fabric, tables, options, reached, destinations }: Search,
  places: ReadonlySet<number>,
): boolean {
  const { endports } = reached;
  const gone = new Set(Array.from(places, (place) => endports[place]));
  return isDeadlockFree(fabric, tables, {
    ...options,
    endports: endports.filter((endport) => !gone.has(endport)),
    destinations: destinations.filter((endport) => !gone.has(endport)),
  });
}

/** `3 aggregation node, 1 channel adapter`: how many endports of each role. */
function inWords(places: ReadonlySet<number>, roles: RoleTable): string {
  return [...roles]
    .map(([name, all]) => ({
      name,
      count: all.filter((place) => places.has(place)).length,
    }))
    .filter(({ count }) => count > 0)
    .map(({ name, count }) => `${count} ${count === 1 ? name : plural(name)}`)
    .join(", ");
}

/** `channel adapters`, `switches`; names of a caller's own that are no such nouns stay as they are. */
const plural = (role: string): string =>
  role
    .replace(/(?:adapter|node|gateway|host)$/, "$&s")
    .replace(/switch$/, "$&es");

/** Endports of which every pair has one, the one with most pairs left first. */
function cover(pairs: readonly Pair[], size: number): Set<number> {
  const pairsAt = new Map<number, number[]>();
  const left = new Int32Array(size);
  for (const [index, pair] of pairs.entries())
    for (const place of [Math.floor(pair / size), pair % size]) {
      left[place] = (left[place] ?? 0) + 1;
      const list = pairsAt.get(place) ?? [];
      pairsAt.set(place, list);
      list.push(index);
    }
  const covered = new Uint8Array(pairs.length);
  const chosen = new Set<number>();
  for (;;) {
    let most = 0;
    for (let place = 1; place < size; place++)
      if ((left[place] ?? 0) > (left[most] ?? 0)) most = place;
    if ((left[most] ?? 0) === 0) return chosen;
    chosen.add(most);
    for (const index of pairsAt.get(most) ?? []) {
      if (covered[index] === 1) continue;
      covered[index] = 1;
      const pair = pairs[index] ?? 0;
      for (const place of [Math.floor(pair / size), pair % size])
        left[place] = (left[place] ?? 0) - 1;
    }
  }
}

/** Ordered pairs of which a place is an end, to and from those places that are in. */
function pairsOf(
  place: number,
  size: number,
  out: ReadonlySet<number>,
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
  { counts, reached }: Search,
  places: ReadonlySet<number>,
): Set<number> {
  const size = reached.endports.length;
  counts.reset();
  const gone = new Set<number>();
  for (const place of places) {
    counts.remove(pairsOf(place, size, gone));
    gone.add(place);
  }
  for (const place of places) {
    gone.delete(place);
    const pairs = pairsOf(place, size, gone);
    counts.restore(pairs);
    if (counts.isAcyclic()) continue;
    counts.remove(pairs);
    gone.add(place);
  }
  return gone;
}

/** Roles that free the graph when they go: the smallest that does so alone, or else the smallest ones together until it is free; none in vain. */
function smallestRoles(search: Search): string[] {
  const { reached, roles, untried } = search;
  const size = reached.endports.length;
  const bySize = [...roles].sort(([, a], [, b]) => a.length - b.length);
  if (bySize.length > FEW_ROLES) {
    untried.push({
      kind: "leave-out-endports",
      why: `${bySize.length} roles, of which at most ${FEW_ROLES} are tried one by one`,
    });
    return [];
  }
  for (const [name, places] of bySize)
    if (places.length * 2 <= size && isFreeWithout(search, new Set(places)))
      return [name];
  const together = new Map<string, readonly number[]>();
  const gone = (): Set<number> => new Set([...together.values()].flat());
  for (const [name, places] of bySize) {
    together.set(name, places);
    if (gone().size * 2 > size) return [];
    if (!isFreeWithout(search, gone())) continue;
    // The last one was needed; the others may not have been.
    for (const [other, members] of [...together].slice(0, -1)) {
      together.delete(other);
      if (!isFreeWithout(search, gone())) together.set(other, members);
    }
    return [...together.keys()];
  }
  return [];
}
