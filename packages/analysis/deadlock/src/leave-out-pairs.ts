import type { Fabric, ForwardingTables } from "@fabriclab/spec";
import { NO_PORT, type EndportIx, type Lid } from "@fabriclab/units";
import { cut, MOST_CUTS } from "./cut.ts";
import type { RoleTable, Untried } from "./leave-out.ts";
import { PairCounts, type Pair } from "./pair-counts.ts";
import type { Reached } from "./reached.ts";
import type { Remedy } from "./remedy.ts";
import { effective, isDeadlockFree, type LoopTraffic } from "./traffic.ts";

/**
 * Pairs of roles (from, to) between which no traffic may go, so that no loop is left: for one cycle after the other, the roles of the pairs over the edge
 * where that takes the fewest pairs along.
 */
export function leaveOutPairs(
  fabric: Fabric,
  tables: ForwardingTables,
  options: LoopTraffic,
  reached: Reached,
  roles: RoleTable,
  untried: Untried,
): Remedy[] {
  const { endports } = reached;
  const size = endports.length;
  const names = [...roles.keys()];
  const roleOf = new Int32Array(size);
  for (const [index, places] of [...roles.values()].entries())
    for (const place of places) roleOf[place] = index;
  const between = (key: number): Pair[] => {
    const from = roles.get(names[Math.floor(key / names.length)] ?? "") ?? [];
    const to = roles.get(names[key % names.length] ?? "") ?? [];
    return from.flatMap((s) => to.map((d) => s * size + d));
  };
  const keyOf = (pair: Pair): number =>
    (roleOf[Math.floor(pair / size)] ?? 0) * names.length +
    (roleOf[pair % size] ?? 0);
  const counts = new PairCounts(fabric, effective(tables, options), endports);
  const gone = cut<number>(
    counts,
    (pairs) => {
      const keys = [...new Set(pairs.map(keyOf))];
      const cost = keys.reduce((sum, key) => sum + between(key).length, 0);
      return { keys, cost };
    },
    (keys) => keys.flatMap(between),
  );
  if (gone === undefined) {
    untried.push({
      kind: "leave-out-pairs",
      why: `given up after ${MOST_CUTS} cycles`,
    });
    return [];
  }
  // What closes no cycle comes in again, beginning with what takes most pairs along.
  const keys = new Set(gone);
  for (const key of [...keys].sort(
    (a, b) => between(b).length - between(a).length,
  )) {
    counts.restore(between(key));
    if (counts.isAcyclic()) keys.delete(key);
    else counts.remove(between(key));
  }
  const silenced = without(tables, endports, (s, d) =>
    keys.has(keyOf(s * size + d)),
  );
  let pairsLost = 0;
  for (const key of keys)
    for (const pair of between(key))
      if (reached.has(Math.floor(pair / size), pair % size)) pairsLost += 1;
  if (
    pairsLost * 2 > size * (size - 1) ||
    !isDeadlockFree(fabric, silenced, { ...options, endports })
  )
    return [];
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
