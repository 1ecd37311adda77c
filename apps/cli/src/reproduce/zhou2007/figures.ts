import {
  percentLabel,
  sizeLabel,
  type Chart,
  type Series,
} from "@fabriclab/experiment-plot";
import { average, estimate } from "../estimate.ts";
import { relationLabel, sourcesLabel } from "../labels.ts";
import {
  figurePart,
  type CaptionedFigure,
  type FigureDraft,
  type Part,
  type Study,
} from "../reproduction.ts";
import {
  GROUPS,
  MODE_NAMES,
  MODES,
  modeOf,
  SCHEME_NAMES,
  SCHEMES,
  seedsOf,
  sizesOf,
  SMALL_UP_TO,
  type Mode,
  type Scheme,
} from "./cases.ts";
import { ratioCell } from "./claims/case-ratio.ts";
import { FIGURE_17_SOURCES } from "./claims/figure-17.ts";
import {
  boundSeries,
  sizeAxis,
  sizePanels,
  timeAxis,
  timeSeries,
} from "../time-charts.ts";
import { Points } from "./points.ts";

const STYLE: Readonly<Record<Scheme, number>> = {
  cyclic: 0,
  opensm: 1,
  unicast: 2,
};

/** The paper's numbers of its time-over-size figures. */
const TIME_FIGURES = [0, 0.4, 1].flatMap((sources, row) =>
  [0.1, 0.4, 1].map((group, column) => ({
    number: 8 + 3 * row + column,
    sources,
    group,
  })),
);

/** Figures 8 to 17. */
export function figures(study: Study): Part<CaptionedFigure>[] {
  const points = new Points(study);
  return [
    ...TIME_FIGURES.map((figure) =>
      figurePart(`fig-${String(figure.number).padStart(2, "0")}`, () =>
        timeFigure(points, study, figure),
      ),
    ),
    figurePart("fig-17", () => speedUpFigure(points, study)),
  ];
}

function timeFigure(
  points: Points,
  study: Study,
  { number, sources, group }: (typeof TIME_FIGURES)[number],
): FigureDraft {
  const sizes = sizesOf(study.options);
  const panels = sizePanels(sizes, SMALL_UP_TO);
  const modes = MODES.filter((mode) => mode === modeOf(mode, sources));
  const relation = relationLabel(sources, group);
  return {
    title: `Figure ${number}: ${relation} multicast`,
    description: `Completion time of all operations over message size, ${relation}, for cyclic multicast, OpenSM multicast and unicast, with the bound of each.`,
    caption:
      `Figure ${number}: ${relation} multicast. Time until the last delivery: geometric mean over ${seedsOf(study.options).length} seeds with 95 % band; ` +
      "dashed (one size: a plus): the time that the scheme's busiest link needs at least." +
      (sources === 0
        ? " With one source, own groups and the same group are the same experiment."
        : ""),
    charts: modes.flatMap((mode) =>
      panels.map(({ letter, name, of }): Chart => ({
        title: `(${letter}) ${name}${modes.length > 1 ? `, ${MODE_NAMES[mode]}` : ""}`,
        x: sizeAxis(of),
        y: timeAxis("Completion time"),
        series: SCHEMES.flatMap((scheme) => {
          const at = (size: number) => ({ mode, sources, group, scheme, size });
          return [
            timeSeries(SCHEME_NAMES[scheme], STYLE[scheme], of, (size) =>
              points.estimate(at(size), ({ makespanNs }) => makespanNs),
            ),
            boundSeries(
              `bound, ${SCHEME_NAMES[scheme]}`,
              STYLE[scheme],
              of,
              (size) => points.estimate(at(size), ({ boundNs }) => boundNs),
            ),
          ];
        }),
      })),
    ),
  };
}

function speedUpFigure(points: Points, study: Study): FigureDraft {
  const sizes = sizesOf(study.options);
  return {
    title: "Figure 17: speed-up of cyclic over OpenSM multicast",
    description:
      "Makespan of OpenSM multicast over that of cyclic multicast, over the size of the groups, from 40 %, 70 % and all hosts, for own groups and for the same group, with the ratio of the bounds.",
    caption:
      "Figure 17: speed-up of cyclic over OpenSM multicast over group size. The paper does not say for which message sizes: geometric mean over " +
      `${sizes.map(sizeLabel).join(", ")}, with 95 % band over the seeds; dashed: ratio of the two schemes' bounds.`,
    charts: MODES.map((mode): Chart => ({
      title: MODE_NAMES[mode],
      x: {
        label: "Group size",
        scale: "linear",
        ticks: GROUPS,
        format: percentLabel,
        domain: [0.05, 1.05],
      },
      y: { label: "Speed-up OpenSM / cyclic", scale: "linear" },
      guides: [{ axis: "y", at: 1 }],
      series: FIGURE_17_SOURCES.flatMap((sources, style) =>
        speedUps(points, sizes, mode, sources, style),
      ),
    })),
  };
}

function speedUps(
  points: Points,
  sizes: readonly number[],
  mode: Mode,
  sources: number,
  style: number,
): Series[] {
  const name = `from ${sourcesLabel(sources)}`;
  return [
    {
      name,
      style,
      points: GROUPS.map((group) => {
        const { overall } = ratioCell(
          points,
          sizes,
          { mode, sources, group },
          "opensm",
          "cyclic",
        );
        return {
          x: group,
          y: overall.value,
          low: overall.low,
          high: overall.high,
        };
      }),
    },
    {
      name: `ratio of bounds, ${name}`,
      style,
      kind: "bound",
      points: GROUPS.map((group) => ({
        x: group,
        y: boundRatio(
          points,
          sizes,
          { mode, sources, group },
          "opensm",
          "cyclic",
        ),
      })),
    },
  ];
}

/** Ratio of two schemes' bounds, geometric mean over the seeds (it does not depend on the size). */
export function boundRatio(
  points: Points,
  sizes: readonly number[],
  at: { readonly mode: Mode; readonly sources: number; readonly group: number },
  above: Scheme,
  below: Scheme,
): number {
  const logs = sizes.map((size) => {
    const bounds = (scheme: Scheme) =>
      points
        .records({ ...at, scheme, size })
        .map((record) => record.boundPackets);
    const under = bounds(below);
    return bounds(above).map((bound, seed) => Math.log(bound / under[seed]!));
  });
  return estimate(average(logs)).value;
}
