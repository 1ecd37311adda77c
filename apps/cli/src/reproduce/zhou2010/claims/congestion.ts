import { relationLabel } from "../../labels.ts";
import { cellOf, sideOf } from "../../verdicts/cell.ts";
import { names, type Finding } from "../../verdicts/rules.ts";
import { GROUPS, LANES, SCHEMES, type View } from "../cases.ts";
import type { Points } from "../points.ts";
import { coordinates } from "./ratios.ts";

/** Largest relative difference of two times that are the same in exact arithmetic. */
const ROUNDING = 1e-9;
/** More than this is congestion that nobody could overlook. */
const CONGESTED = 1.01;

export const FREE_RULE = `in every run from one source, makespan and mean time of a delivery over those of packets that wait for nothing but the link of their own source (a link cycle of the greater of 4L and (4L + 140 ns) / lanes, then 4L + 20 (h + 1) + 100 h); reproduced: both equal 1 in every run; contradicted: over all sizes of some case the interval of the makespan's ratio lies above ${CONGESTED}; otherwise not reproduced`;

/** "From one source there is never congestion." */
export function noCongestion(
  points: Points,
  sizes: readonly number[],
  view: View,
): Finding {
  let runs = 0;
  let free = 0;
  const cells = GROUPS.flatMap((group) =>
    SCHEMES.flatMap((scheme) =>
      LANES.map((lanes) => {
        const logs = sizes.map((size) =>
          points
            .records({
              ...coordinates({ view, sources: 0, group }),
              scheme,
              lanes,
              size,
            })
            .map((record) => {
              const makespan = record.makespanNs / record.freeMakespanNs;
              const delivery = record.deliveryNs / record.freeDeliveryNs;
              runs += 1;
              if (
                Math.abs(makespan - 1) < ROUNDING &&
                Math.abs(delivery - 1) < ROUNDING
              )
                free += 1;
              return Math.log(makespan);
            }),
        );
        return cellOf(`${scheme} ${relationLabel(0, group)} ${lanes}`, logs);
      }),
    ),
  );
  const congested = cells.filter(({ overall }) => overall.low > CONGESTED);
  const slowed = cells.filter(({ overall }) => sideOf(overall) === "above");
  const worst = cells.reduce((a, b) =>
    b.overall.value > a.overall.value ? b : a,
  );
  return {
    measured: worst.overall,
    verdict:
      congested.length > 0
        ? "contradicted"
        : free === runs
          ? "reproduced"
          : "not reproduced",
    why: `${free} of ${runs} runs take exactly the time without any wait.${slowed.length === 0 || free === runs ? "" : ` Slower: ${names(slowed)}.`}`,
  };
}
