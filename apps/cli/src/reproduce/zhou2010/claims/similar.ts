import { groupLabel, relationLabel } from "../../labels.ts";
import { cellOf, least, sideOf } from "../../verdicts/cell.ts";
import { always, names, type Finding } from "../../verdicts/rules.ts";
import { GROUPS, LANES, SCHEMES, type View } from "../cases.ts";
import type { Points } from "../points.ts";
import { coordinates, laneGain, speedUp } from "./ratios.ts";

export const SIMILAR_RULE =
  "reproduced: for every scheme, lane configuration, group and size the interval of makespan(all) / makespan(40 %) lies above 1, and over all sizes the order of unicast and multicast (under every configuration), and that of 1 and 4 shared lanes (of every scheme), is the same with 95 % confidence from 40 % and from all hosts; contradicted: over all sizes some case takes less time from all hosts, or an order is reversed; otherwise not reproduced";

/** "All-source curves resemble multi-source ones, and take longer." */
export function similar(
  points: Points,
  sizes: readonly number[],
  view: View,
): Finding {
  const slower = SCHEMES.flatMap((scheme) =>
    LANES.flatMap((lanes) =>
      GROUPS.map((group) =>
        cellOf(
          `${scheme} to ${groupLabel(group)} ${lanes}`,
          sizes.map((size) => {
            const from = (sources: number) => ({
              ...coordinates({ view, sources, group }),
              scheme,
              lanes,
              size,
            });
            return points.logRatios(from(1), from(0.4));
          }),
        ),
      ),
    ),
  );
  const longer = always(slower);
  const at = (sources: number, group: number) => ({ view, sources, group });
  const orders = GROUPS.flatMap((group) => [
    ...LANES.map((lanes) => ({
      name: `unicast and multicast, ${relationLabel(0.4, group)} ${lanes}`,
      sides: [0.4, 1].map((sources) =>
        sideOf(speedUp(points, at(sources, group), lanes, sizes).overall),
      ),
    })),
    ...SCHEMES.map((scheme) => ({
      name: `1 and 4 lanes, ${scheme} to ${groupLabel(group)}`,
      sides: [0.4, 1].map((sources) =>
        sideOf(
          laneGain(
            points,
            at(sources, group),
            scheme,
            ["1VL", "4VL-shared"],
            sizes,
          ).overall,
        ),
      ),
    })),
  ]);
  const changed = orders.filter(({ sides }) => sides[0] !== sides[1]);
  const reversed = changed.filter(({ sides }) => !sides.includes("undecided"));
  const faster = slower.filter(({ overall }) => sideOf(overall) === "below");
  return {
    measured: least(slower).overall,
    verdict:
      faster.length > 0 || reversed.length > 0
        ? "contradicted"
        : longer.verdict === "reproduced" && changed.length === 0
          ? "reproduced"
          : "not reproduced",
    why:
      `Longer: ${longer.why} Alike: ${orders.length - changed.length} of ${orders.length} orders are the same.` +
      (changed.length === 0
        ? ""
        : ` Different: ${changed.map(({ name }) => name).join("; ")}.`) +
      (faster.length === 0 ? "" : ` Faster from all: ${names(faster)}.`),
  };
}
