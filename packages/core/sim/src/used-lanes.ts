import { MANAGEMENT_VL } from "@fabriclab/units";
import type { Composition } from "./composition.ts";

/** Lanes on which hosts send packets of some service levels, of so many data lanes. */
export const startLanes = (
  levels: ReadonlySet<number>,
  { slToVl }: Composition["hca"],
  lanes: number,
): Set<number> =>
  new Set([...levels].map((level) => slToVl?.[level] ?? level % lanes));

/** Lanes on which the SL2VL tables of switches send them on; none where there are no such tables. */
export function furtherLanes(
  levels: ReadonlySet<number>,
  { sl2vl = [] }: Composition["tables"],
): Set<number> {
  const used = new Set<number>();
  for (const level of levels)
    for (const table of sl2vl)
      for (let at = level; at < table.length; at += 16)
        used.add(table[at] ?? MANAGEMENT_VL);
  // SL2VL 15 discards.
  used.delete(MANAGEMENT_VL);
  return used;
}

/** Service levels of all data packets. */
export const levelsOf = (
  traffic: Composition["traffic"],
): ReadonlySet<number> =>
  new Set(
    traffic.flatMap(({ streams }) =>
      streams
        .filter(({ management }) => management !== true)
        .flatMap(({ serviceLevels }) => serviceLevels),
    ),
  );
