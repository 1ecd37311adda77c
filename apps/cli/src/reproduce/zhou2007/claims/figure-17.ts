import { figures } from "@fabriclab/experiment-report";
import { GROUPS, SOURCES, type Mode } from "../cases.ts";
import { estimate, minus } from "../../estimate.ts";
import { groupLabel, sourcesLabel } from "../../labels.ts";
import { cellOf, least, sideOf } from "../../verdicts/cell.ts";
import { LITTLE_UP_TO, type Finding } from "../../verdicts/rules.ts";
import type { Points } from "../points.ts";
import { ratioCell } from "./case-ratio.ts";

export const FIGURE_17_RULE = `reproduced: from 40 %, 70 % and all hosts alike, the speed-up (geometric mean over the sizes) falls at every step of the group size, the interval of the ratio of neighbours lying above 1, and the interval at 100 % lies between ${figures(1 / LITTLE_UP_TO)} and ${LITTLE_UP_TO}; contradicted: from some number of sources it rises between 10 % and 100 %; otherwise not reproduced`;

/** Source shares of Figure 17: all but the single source. */
export const FIGURE_17_SOURCES = SOURCES.filter((sources) => sources > 0);

/** "The speed-up over OpenSM falls towards 1 as groups grow." */
export function figure17(
  points: Points,
  sizes: readonly number[],
  mode: Mode,
): Finding {
  const curves = FIGURE_17_SOURCES.map((sources) => {
    const cells = GROUPS.map((group) =>
      ratioCell(points, sizes, { mode, sources, group }, "opensm", "cyclic"),
    );
    const steps = cells.slice(1).map((cell, at) => ({
      name: `${groupLabel(GROUPS[at]!)} to ${groupLabel(GROUPS[at + 1]!)}`,
      side: sideOf(estimate(minus(cells[at]!.logs, cell.logs))),
    }));
    const first = cells[0]!;
    const last = cells.at(-1)!;
    return {
      from: sourcesLabel(sources),
      speedUps: cells.map((cell) => figures(cell.overall.value)).join(", "),
      steps,
      // one list of logarithms: the sizes are averaged already
      fall: cellOf(`from ${sourcesLabel(sources)}`, [
        minus(first.logs, last.logs),
      ]),
      closes:
        last.overall.low >= 1 / LITTLE_UP_TO &&
        last.overall.high <= LITTLE_UP_TO,
    };
  });
  const flat = curves.flatMap(({ from, steps }) =>
    steps
      .filter(({ side }) => side !== "above")
      .map(
        ({ name, side }) =>
          `from ${from}, ${name} ${side === "below" ? "(rises)" : "(no fall shown)"}`,
      ),
  );
  const open = curves.filter(({ closes }) => !closes);
  const rising = curves.filter(({ fall }) => sideOf(fall.overall) === "below");
  const curvesText = curves
    .map(({ from, speedUps }) => `from ${from}: ${speedUps}`)
    .join("; ");
  const faults = [
    ...(flat.length === 0
      ? []
      : [`steps that do not fall: ${flat.join(", ")}`]),
    ...(open.length === 0
      ? []
      : [
          `not close to 1 at 100 %: from ${open.map(({ from }) => from).join(", ")}`,
        ]),
  ];
  return {
    measured: least(curves.map(({ fall }) => fall)).overall,
    verdict:
      rising.length > 0
        ? "contradicted"
        : faults.length === 0
          ? "reproduced"
          : "not reproduced",
    why: `Speed-ups with groups of 10, 40, 70, 100 %: ${curvesText}.${faults.length === 0 ? "" : ` ${faults.join("; ")}.`}`,
  };
}
