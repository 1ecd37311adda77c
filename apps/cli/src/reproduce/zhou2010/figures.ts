import type { Chart } from "@fabriclab/experiment-plot";
import { groupLabel, relationLabel, sourcesLabel } from "../labels.ts";
import {
  figurePart,
  type CaptionedFigure,
  type FigureDraft,
  type Part,
  type Study,
} from "../reproduction.ts";
import {
  boundSeries,
  sizeAxis,
  sizePanels,
  timeAxis,
  timeSeries,
} from "../time-charts.ts";
import {
  GROUPS,
  laneCount,
  LANES,
  READING_NAMES,
  readingsOf,
  SCHEME_NAMES,
  SCHEMES,
  seedsOf,
  sizesOf,
  SMALL_UP_TO,
  SOURCES,
  type Lanes,
  type Scheme,
} from "./cases.ts";
import { speedUp } from "./claims/ratios.ts";
import { laneGainFigure } from "./lane-gain-figure.ts";
import { Points } from "./points.ts";

/** The paper's numbers of its time-over-size figures. */
const TIME_FIGURES = SOURCES.flatMap((sources, row) =>
  GROUPS.flatMap((group, column) =>
    [1, 2, 4].map((lanes, at) => ({
      number: 10 + 6 * row + 3 * column + at,
      sources,
      group,
      lanes,
    })),
  ),
);

const OF_LANES: Readonly<Record<Lanes, string>> = {
  "1VL": "",
  "2VL-shared": ", shared lanes",
  "2VL-dedicated": ", dedicated lanes",
  "4VL-shared": ", shared lanes",
  "4VL-dedicated": ", dedicated lanes",
};
const styleOf = (scheme: Scheme, lanes: Lanes): number =>
  SCHEMES.indexOf(scheme) + (lanes.endsWith("dedicated") ? SCHEMES.length : 0);

/** Figures 10 to 27, and what they have to say together: speed-ups, gains by lanes, times of deliveries. */
export function figures(study: Study): Part<CaptionedFigure>[] {
  const points = new Points(study);
  return [
    ...TIME_FIGURES.map((figure) =>
      figurePart(`fig-${figure.number}`, () =>
        timeFigure(points, study, figure),
      ),
    ),
    figurePart("fig-speed-up", () => speedUpFigure(points, study)),
    figurePart("fig-lane-gain", () => laneGainFigure(points, study)),
    ...SOURCES.flatMap((sources) =>
      GROUPS.map((group) =>
        figurePart(
          `fig-delivery-${sourcesLabel(sources)}-to-${groupLabel(group)}`
            .replaceAll(/[^a-z0-9]+/g, "-")
            .replace(/-$/, ""),
          () => deliveryFigure(points, study, sources, group),
        ),
      ),
    ),
  ];
}

function timeFigure(
  points: Points,
  study: Study,
  { number, sources, group, lanes }: (typeof TIME_FIGURES)[number],
): FigureDraft {
  const sizes = sizesOf(study.options);
  const readings = readingsOf(study.options, sources, group);
  const configurations = LANES.filter((one) => laneCount(one) === lanes);
  const relation = relationLabel(sources, group);
  const what = `${relation} multicast with ${lanes} virtual lane${lanes === 1 ? "" : "s"}`;
  return {
    title: `Figure ${number}: ${what}`,
    description: `Completion time of all operations over message size, ${relation}, ${lanes === 1 ? "1 virtual lane" : `${lanes} virtual lanes`}, for XY multicast and unicast, with the bound of each.`,
    caption:
      `Figure ${number}: ${what}. Time until the last delivery: geometric mean over ${seedsOf(study.options).length} seeds with 95 % band; ` +
      "dashed (one size: a plus): the time that the scheme's busiest link needs at least, whatever the lanes." +
      (sources > 0 && group === 1
        ? " Where all hosts are members, own groups and the same group are the same experiment."
        : ""),
    charts: readings.flatMap((reading) =>
      sizePanels(sizes, SMALL_UP_TO).map(({ letter, name, of }): Chart => ({
        title: `(${letter}) ${name}, ${READING_NAMES[reading]}`,
        x: sizeAxis(of),
        y: timeAxis("Completion time"),
        series: SCHEMES.flatMap((scheme) => {
          const at = (configuration: Lanes) => (size: number) => ({
            reading,
            sources,
            group,
            scheme,
            lanes: configuration,
            size,
          });
          const [first] = configurations;
          return [
            ...configurations.map((configuration) =>
              timeSeries(
                `${SCHEME_NAMES[scheme]}${OF_LANES[configuration]}`,
                styleOf(scheme, configuration),
                of,
                (size) =>
                  points.estimate(
                    at(configuration)(size),
                    ({ makespanNs }) => makespanNs,
                  ),
              ),
            ),
            boundSeries(
              `bound, ${SCHEME_NAMES[scheme]}`,
              styleOf(scheme, "1VL"),
              of,
              (size) =>
                points.estimate(at(first!)(size), ({ boundNs }) => boundNs),
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
    title: "Speed-up of multicast over unicast",
    description:
      "Makespan of unicast over that of multicast, over message size, from one source, 40 % and all hosts, with the ratio of the bounds.",
    caption:
      "Speed-up of multicast over unicast with one virtual lane, own groups, one source in the centre, with 95 % band; dashed: ratio of the two schemes' bounds, no bound itself: speed-ups lie above and below it, and approach it with large messages where both schemes reach their bounds.",
    charts: GROUPS.map((group): Chart => ({
      title: `groups of ${groupLabel(group)}`,
      x: sizeAxis(sizes),
      y: { label: "Speed-up unicast / multicast", scale: "log" },
      series: SOURCES.flatMap((sources, style) => {
        const place = { view: "own" as const, sources, group };
        const cell = speedUp(points, place, "1VL", sizes);
        const name = `from ${sourcesLabel(sources)}`;
        return [
          {
            name,
            style,
            points: sizes.map((x, at) => {
              const { value, low, high } = cell.bySize[at]!;
              return { x, y: value, low, high };
            }),
          },
          {
            name: `ratio of the bounds, ${name}`,
            style,
            kind: "bound" as const,
            points: sizes.map((x) => ({
              x,
              y: boundRatio(points, sources, group, x),
            })),
          },
        ];
      }),
    })),
  };
}

/** Unicast's bound over multicast's, own groups, geometric means over the seeds. */
export function boundRatio(
  points: Points,
  sources: number,
  group: number,
  size: number,
): number {
  const of = (scheme: Scheme) =>
    points.estimate(
      {
        reading: sources === 0 ? "centre" : "own",
        sources,
        group,
        scheme,
        lanes: "1VL",
        size,
      },
      ({ boundPackets }) => boundPackets,
    ).value;
  return of("unicast") / of("multicast");
}

function deliveryFigure(
  points: Points,
  study: Study,
  sources: number,
  group: number,
): FigureDraft {
  const sizes = sizesOf(study.options);
  const readings = readingsOf(study.options, sources, group);
  const relation = relationLabel(sources, group);
  return {
    title: `Mean time of a delivery, ${relation}`,
    description: `Mean time from the start to a delivery over message size, ${relation}, for every lane configuration of both schemes.`,
    caption: `Mean time from the start of the operations to a delivery, ${relation}: geometric mean over the seeds with 95 % band. The paper does not say which time it shows.`,
    charts: readings.flatMap((reading) =>
      SCHEMES.map((scheme): Chart => ({
        title: `${SCHEME_NAMES[scheme]}, ${READING_NAMES[reading]}`,
        x: sizeAxis(sizes),
        y: timeAxis("Mean time of a delivery"),
        series: LANES.map((lanes, style) =>
          timeSeries(lanes, style, sizes, (size) =>
            points.estimate(
              { reading, sources, group, scheme, lanes, size },
              ({ deliveryNs }) => deliveryNs,
            ),
          ),
        ),
      })),
    ),
  };
}
