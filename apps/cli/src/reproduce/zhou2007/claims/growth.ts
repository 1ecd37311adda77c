import { GROUPS, SOURCES, type Case, type Mode } from "../cases.ts";
import { sizeLabel } from "@fabriclab/experiment-plot";
import { minus } from "../../estimate.ts";
import { relationLabel, sourcesLabel, groupLabel } from "../../labels.ts";
import { cellOf } from "../../verdicts/cell.ts";
import { growthOf, growthText, growthVerdict } from "../../verdicts/growth.ts";
import type { Finding } from "../../verdicts/rules.ts";
import type { Points } from "../points.ts";

export const GROWTH_RULE =
  "for each factor the speed-up at its highest level over that at its lowest, in every case of the other two factors; reproduced: every interval lies above 1; contradicted: for some factor the interval of the geometric mean over its cases lies below 1; otherwise not reproduced";

/** "The speed-up over unicast grows with message size, number of sources, and group size." */
export function growth(
  points: Points,
  sizes: readonly number[],
  mode: Mode,
): Finding {
  const speedUp = (sources: number, group: number, size: number) => {
    const at = { mode, sources, group, size };
    const point = (scheme: Case["scheme"]): Case => ({ ...at, scheme });
    return points.logRatios(point("unicast"), point("cyclic"));
  };
  const [smallest, largest] = [sizes[0]!, sizes.at(-1)!];
  const [fewest, most] = [SOURCES[0], SOURCES.at(-1)!];
  const [narrow, wide] = [GROUPS[0], GROUPS.at(-1)!];
  const factors = [
    {
      name: "message size",
      cells: SOURCES.flatMap((sources) =>
        GROUPS.map((group) =>
          cellOf(relationLabel(sources, group), [
            minus(
              speedUp(sources, group, largest),
              speedUp(sources, group, smallest),
            ),
          ]),
        ),
      ),
    },
    {
      name: "number of sources",
      cells: GROUPS.flatMap((group) =>
        sizes.map((size) =>
          cellOf(`to ${groupLabel(group)}, ${sizeLabel(size)}`, [
            minus(speedUp(most, group, size), speedUp(fewest, group, size)),
          ]),
        ),
      ),
    },
    {
      name: "group size",
      cells: SOURCES.flatMap((sources) =>
        sizes.map((size) =>
          cellOf(`from ${sourcesLabel(sources)}, ${sizeLabel(size)}`, [
            minus(speedUp(sources, wide, size), speedUp(sources, narrow, size)),
          ]),
        ),
      ),
    },
  ].map(({ name, cells }) => ({ name, ...growthOf(cells) }));
  const worst = factors.reduce((a, b) =>
    b.overall.value < a.overall.value ? b : a,
  );
  const text = factors
    .map((factor) => `with ${factor.name} ${growthText(factor)}`)
    .join("; ");
  return {
    measured: worst.overall,
    verdict: growthVerdict(factors),
    why: `The speed-up changes ${text}.`,
  };
}
