import { type EndportIx, type Lid, NO_PORT } from "@fabriclab/units";
import type { ForwardingTables } from "@fabriclab/spec";
import type { Pair } from "./pair-paths.ts";
import type { Remedy } from "./remedy.ts";
import type { Search } from "./search.ts";
import { isDeadlockFree } from "./traffic.ts";

/** Pairs of roles up to which it is tried whether each of them need have gone. */
const FEW = 16;

/**
 * Pairs of roles (from, to) between which no traffic may go, so that no loop is left: those of the pairs that `closingPairs` names, without those that need
 * not have gone.
 *
 * Only where at least half of the pairs stay.
 */
export function leaveOutPairs(search: Search): Remedy[] {
  const { fabric, tables, options, closing, reached, roles, untried } = search;
  const { endports } = reached;
  const size = endports.length;
  if (closing === undefined) {
    untried.push({ kind: "leave-out-pairs", why: search.tooMany });
    return [];
  }
  const names = [...roles.keys()];
  const roleOf = new Int32Array(size);
  for (const [index, places] of [...roles.values()].entries())
    for (const place of places) roleOf[place] = index;
  const keyOf = (source: number, destination: number): number =>
    (roleOf[source] ?? 0) * names.length + (roleOf[destination] ?? 0);
  const between = (key: number): number =>
    (roles.get(names[Math.floor(key / names.length)] ?? "")?.length ?? 0) *
    (roles.get(names[key % names.length] ?? "")?.length ?? 0);
  const isFreeWithout = (keys: ReadonlySet<number>): boolean =>
    isDeadlockFree(
      fabric,
      without(tables, endports, (s, d) => keys.has(keyOf(s, d))),
      { ...options, endports, destinations: search.destinations },
    );
  const keys = new Set(
    closing.map((pair: Pair) => keyOf(Math.floor(pair / size), pair % size)),
  );
  // What closes no cycle comes in again, beginning with what takes most pairs along.
  if (keys.size <= FEW)
    for (const key of [...keys].sort((a, b) => between(b) - between(a))) {
      keys.delete(key);
      if (!isFreeWithout(keys)) keys.add(key);
    }
  let left = 0;
  let pairsLost = 0;
  for (let source = 0; source < size; source++)
    for (let destination = 0; destination < size; destination++) {
      if (source === destination) continue;
      if (!keys.has(keyOf(source, destination))) left += 1;
      else if (reached.has(source, destination)) pairsLost += 1;
    }
  if (left * 2 < size * (size - 1) || !isFreeWithout(keys)) return [];
  const rolePairs = [...keys].map((key) => ({
    from: names[Math.floor(key / names.length)] ?? "",
    to: names[key % names.length] ?? "",
  }));
  return [
    {
      kind: "leave-out-pairs",
      text: `no traffic from ${rolePairs.map(({ from, to }) => `${from} to ${to}`).join(", nor from ")}`,
      pairsLost,
      rolePairs,
    },
  ];
}

/** The same tables for all pairs but some, which send nothing: their path LID is 0, that of nobody. */
function without(
  tables: ForwardingTables,
  endports: readonly EndportIx[],
  silent: (source: number, destination: number) => boolean,
): ForwardingTables {
  const places = new Map(endports.map((endport, place) => [endport, place]));
  const { lids, lft, lanes, engine, sl2vl, hostSl2vl, multicast } = tables;
  return {
    lids,
    // LID 0 must lead nowhere, whatever a dump has there.
    lft: lft.map((table) => Uint8Array.from(table).fill(NO_PORT, 0, 1)),
    lanes,
    engine,
    ...(sl2vl === undefined ? {} : { sl2vl }),
    ...(hostSl2vl === undefined ? {} : { hostSl2vl }),
    ...(multicast === undefined ? {} : { multicast }),
    pathLid: (source, destination) =>
      silent(places.get(source) ?? 0, places.get(destination) ?? 0)
        ? (0 as Lid)
        : tables.pathLid(source, destination),
    pathSl: (source, destination) => tables.pathSl(source, destination),
  };
}
