import { SCHEMES, SCHEME_NAMES, type Mode, type Scheme } from "../cases.ts";
import { groupLabel } from "../../labels.ts";
import { cellOf, least, sideOf } from "../../verdicts/cell.ts";
import { always, names, type Finding } from "../../verdicts/rules.ts";
import type { Points } from "../points.ts";
import { ratioCell } from "./case-ratio.ts";

export const SIMILAR_RULE =
  "reproduced: for every scheme, group and size the interval of makespan(all) / makespan(40 %) lies above 1, and in every group the multicast scheme that is ahead over all sizes (cyclic, OpenSM, or neither, with 95 % confidence) is the same from 40 % and from all hosts; contradicted: over all sizes some scheme takes less time from all hosts, or the other multicast scheme is ahead; otherwise not reproduced";

/** "All-to-many behaves like many-to-many, and takes longer." */
export function similar(
  points: Points,
  sizes: readonly number[],
  mode: Mode,
  groups: readonly number[],
): Finding {
  const slower = SCHEMES.flatMap((scheme) =>
    groups.map((group) =>
      cellOf(
        `${SCHEME_NAMES[scheme]} to ${groupLabel(group)}`,
        sizes.map((size) => {
          const from = (sources: number) => ({
            mode,
            sources,
            group,
            scheme,
            size,
          });
          return points.logRatios(from(1), from(0.4));
        }),
      ),
    ),
  );
  const longer = always(slower);
  const ahead = groups.map((group) => {
    const side = (sources: number) => {
      const schemes: readonly [Scheme, Scheme] = ["opensm", "cyclic"];
      return sideOf(
        ratioCell(points, sizes, { mode, sources, group }, ...schemes).overall,
      );
    };
    return { group, some: side(0.4), all: side(1) };
  });
  const changed = ahead.filter(({ some, all }) => some !== all);
  const reversed = changed.filter(
    ({ some, all }) => some !== "undecided" && all !== "undecided",
  );
  const order =
    changed.length === 0
      ? "the same multicast scheme is ahead in every group"
      : `which multicast scheme is ahead changes for groups of ${changed.map(({ group }) => groupLabel(group)).join(", ")}`;
  const faster = slower.filter((cell) => sideOf(cell.overall) === "below");
  return {
    measured: least(slower).overall,
    verdict:
      faster.length > 0 || reversed.length > 0
        ? "contradicted"
        : longer.verdict === "reproduced" && changed.length === 0
          ? "reproduced"
          : "not reproduced",
    why: `Longer: ${longer.why} Alike: ${order}.${faster.length > 0 ? ` Faster from all: ${names(faster)}.` : ""}`,
  };
}
