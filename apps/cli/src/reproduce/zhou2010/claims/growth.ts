import { sizeLabel } from "@fabriclab/experiment-plot";
import { minus } from "../../estimate.ts";
import { groupLabel, relationLabel, sourcesLabel } from "../../labels.ts";
import { cellOf, type Cell } from "../../verdicts/cell.ts";
import { growthOf, growthText, growthVerdict } from "../../verdicts/growth.ts";
import type { Finding } from "../../verdicts/rules.ts";
import { GROUPS, LANES, SOURCES, type View } from "../cases.ts";
import type { Points } from "../points.ts";
import { speedUpLogs } from "./ratios.ts";

export const GROWTH_RULE =
  "the speed-up at the factor's highest level over that at its lowest, in every case of the other factors (sources, group, size, lanes); reproduced: every interval lies above 1; contradicted: the interval of the geometric mean over the cases lies below 1; otherwise not reproduced";

export type Factor = "size" | "group" | "sources";

/** "The speed-up over unicast grows with the factor." */
export function growth(
  points: Points,
  sizes: readonly number[],
  view: View,
  factor: Factor,
): Finding {
  const grown = growthOf(cellsOf(points, sizes, view, factor));
  return {
    measured: grown.overall,
    verdict: growthVerdict([grown]),
    why: `The speed-up changes ${growthText(grown)}.`,
  };
}

function cellsOf(
  points: Points,
  sizes: readonly number[],
  view: View,
  factor: Factor,
): Cell[] {
  const at = (sources: number, group: number) => ({ view, sources, group });
  const [fewest, most] = [SOURCES[0], SOURCES.at(-1)!];
  const [narrow, wide] = [GROUPS[0], GROUPS.at(-1)!];
  const [smallest, largest] = [sizes[0]!, sizes.at(-1)!];
  return LANES.flatMap((lanes) => {
    const logs = (sources: number, group: number, size: number) =>
      speedUpLogs(points, at(sources, group), lanes, size);
    switch (factor) {
      case "size":
        return SOURCES.flatMap((sources) =>
          GROUPS.map((group) =>
            cellOf(`${relationLabel(sources, group)} ${lanes}`, [
              minus(
                logs(sources, group, largest),
                logs(sources, group, smallest),
              ),
            ]),
          ),
        );
      case "group":
        return SOURCES.flatMap((sources) =>
          sizes.map((size) =>
            cellOf(
              `from ${sourcesLabel(sources)}, ${sizeLabel(size)} ${lanes}`,
              [minus(logs(sources, wide, size), logs(sources, narrow, size))],
            ),
          ),
        );
      case "sources":
        return GROUPS.flatMap((group) =>
          sizes.map((size) =>
            cellOf(`to ${groupLabel(group)}, ${sizeLabel(size)} ${lanes}`, [
              minus(logs(most, group, size), logs(fewest, group, size)),
            ]),
          ),
        );
    }
  });
}
