import { many } from "../naming/words.ts";
import { labelOf } from "./compare.ts";
import {
  gap,
  hasMore,
  isAsGood,
  isSafe,
  isSound,
  percent,
  type Accepted,
} from "./judged.ts";

const DEADLOCK =
  "over which packets can wait for each other for ever (deadlock)";

/** Why OpenSM's default is not the advice, where its bandwidth is not the reason. */
export function usualSays(best: Accepted, usual: Accepted): string[] {
  const { unreachable, loopChannels } = usual.figures;
  if (!isSound(usual))
    return [
      `minhop does not serve here: ${[
        ...(loopChannels.chosen > 0
          ? [
              `its tables have credit loops of ${many(loopChannels.chosen, "channel")} among the endpoints compared, ${DEADLOCK}`,
            ]
          : []),
        ...(unreachable.chosen > 0
          ? [
              `it leaves ${many(unreachable.chosen, "ordered pair")} of them unreachable`,
            ]
          : []),
      ].join("; ")}.`,
    ];
  if (isSafe(best) && !isSafe(usual))
    return [
      `minhop has reservations that ${labelOf(best.row)} has not: ${[
        ...(loopChannels.all > 0
          ? [
              `the traffic of other adapters could close credit loops of ${many(loopChannels.all, "channel")}, ${DEADLOCK}`,
            ]
          : []),
        ...(unreachable.all > 0
          ? [
              `${many(unreachable.all, "ordered pair")} of other adapters cannot reach each other`,
            ]
          : []),
      ].join("; ")}.`,
    ];
  // As good in bandwidth: then VLs, or what is left of bandwidth, decided.
  const lanes = usual.figures.lanes - best.figures.lanes;
  return isAsGood(usual, best) && lanes > 0
    ? [`minhop needs ${many(lanes, "data VL")} more.`]
    : [];
}

/**
 * Routings that measure as well as the advice with fewer reservations, fewer VLs or a little more bandwidth, and would be the advice if OpenSM made their
 * tables.
 *
 * @param others that OpenSM does not make, as good as the best in bandwidth
 */
export function passedOver(
  best: Accepted,
  others: readonly Accepted[],
): string[] {
  const isAhead = (one: Accepted): boolean =>
    isSafe(one) !== isSafe(best)
      ? isSafe(one)
      : one.figures.lanes !== best.figures.lanes
        ? one.figures.lanes < best.figures.lanes
        : hasMore(one, best);
  const ahead = new Map<string, Accepted>();
  for (const one of others)
    if (isAhead(one) && !ahead.has(one.row.engine))
      ahead.set(one.row.engine, one);
  if (ahead.size === 0) return [];
  const named = [...ahead.values()].map(
    (one) =>
      `${labelOf(one.row)} (${percent(one)}, ${gap(one, best)}; ${many(one.figures.lanes, "data VL")} against ${best.figures.lanes}${isSafe(one) && !isSafe(best) ? "; without reservations" : ""})`,
  );
  return [
    `As good within the intervals, and passed over: ${named.join(", ")}. Routings whose tables OpenSM makes itself, entry for entry, come first, for those of others (OpenSM may have an engine of that name, and make other tables with it) have to be loaded from files again whenever the fabric changes.`,
  ];
}

/** What the advice does not give to adapters beyond the endpoints compared. */
export function reservations({
  figures: { unreachable, loopChannels },
}: Accepted): string[] {
  return [
    ...(unreachable.all > 0
      ? [
          `With it ${many(unreachable.all, "ordered pair")} of other adapters (Aggregation Nodes, gateways) cannot reach each other.`,
        ]
      : []),
    ...(loopChannels.all > 0
      ? [
          `With it the traffic of other adapters (Aggregation Nodes, gateways) could close credit loops of ${many(loopChannels.all, "channel")}; that of the endpoints compared closes none.`,
        ]
      : []),
  ];
}
