import { withCrosses } from "../crosses.ts";
import {
  figurePart,
  type CaptionedFigure,
  type FigureDraft,
  type Part,
  type Study,
} from "../reproduction.ts";
import { caseOf, mixLabel, type Topology } from "./case.ts";
import {
  loads30Of,
  loadsOfScheme,
  treeLoadsOf,
  MIXES,
  mixLoadsOf,
  schemes30Of,
  schemesOf,
  seedsOf,
  viewsOf,
} from "./cases.ts";
import { curve, CUT_NOTE, panels } from "./charts.ts";
import { VIEW_NAMES } from "./claims/claims.ts";
import { multicastFigures } from "./multicast-figures.ts";
import { Points } from "./points.ts";
import { LATENCIES, METRICS } from "./record.ts";
import { SCHEME_NAMES, SCHEMES, type SchemeName } from "./schemes.ts";
import { sensitivityFigure } from "./sensitivity.ts";

/** The same scheme has the same style in all figures. */
const styleOf = (scheme: SchemeName): number => SCHEME_NAMES.indexOf(scheme);
/** Figures 7 to 10 on both kinds of fabric, real up*\/down*, and what decides verdicts. */
export function figures(study: Study): Part<CaptionedFigure>[] {
  const points = new Points(study);
  const ofRuns = [
    ...MIXES.flatMap((realTime, at) =>
      viewsOf(study.options).map((topology) =>
        figurePart(`fig-${7 + at}-${topology}`, () =>
          routingFigure(points, study, 7 + at, realTime, topology),
        ),
      ),
    ),
    figurePart("fig-9", () => figure9(points, study)),
    ...multicastFigures(points, study),
    ...viewsOf(study.options).map((topology) =>
      figurePart(`fig-up-down-${topology}`, () =>
        treeFigure(points, study, topology),
      ),
    ),
  ];
  return [
    ...withCrosses(
      ofRuns,
      "a run of this point deadlocked, so that it has no mean",
    ),
    ...withCrosses(
      [figurePart("fig-sensitivity", () => sensitivityFigure(points, study))],
      "fewer than two pairs of runs to compare, as others deadlocked or missed no frame",
    ),
  ];
}

export const BANDS = (study: Study): string =>
  `Means over ${seedsOf(study.options).length} seeds with 95 % bands (latencies geometric). ${CUT_NOTE} Up/Down is the best of three roots for each point. A cross above a panel: a run of this point deadlocked, so that the point has no mean. Latencies of saturated classes grow with the length of the run; the table of saturation says which.`;

function routingFigure(
  points: Points,
  study: Study,
  number: number,
  realTime: number,
  topology: Topology,
): FigureDraft {
  const loads = mixLoadsOf(study.options, realTime);
  const schemes = schemesOf(study.options, realTime).filter(
    (name) => name !== "autonet",
  );
  const what = `routing schemes, real-time to best-effort ${mixLabel(realTime)}, ${VIEW_NAMES[topology]}`;
  return {
    title: `Figure ${number}: ${what}`,
    description: `Deadline missing probability and time, and latencies of control, real-time and best-effort traffic over the load, for ${schemes.length} routing schemes.`,
    caption: `Figure ${number}: ${what}. ${BANDS(study)}`,
    charts: panels(METRICS, loads, "", (metric) =>
      schemes.map((scheme) =>
        curve(
          points,
          metric,
          SCHEMES[scheme].label,
          styleOf(scheme),
          loadsOfScheme(study.options, realTime, scheme),
          (load) => caseOf({ topology, realTime, scheme, load }),
        ),
      ),
    ),
  };
}

function figure9(points: Points, study: Study): FigureDraft {
  const loads = loads30Of(study.options);
  const schemes = schemes30Of(study.options);
  return {
    title: "Figure 9: latencies on 30 nodes",
    description:
      "Latencies of real-time, control and best-effort traffic over the load on random fabrics of 30 switches and 46 links.",
    caption: `Figure 9: latencies on 30 nodes, random fabrics of 46 links, 70:30. ${BANDS(study)}`,
    charts: panels(["realTime", "control", "bestEffort"], loads, "", (metric) =>
      schemes.map((scheme) =>
        curve(
          points,
          metric,
          SCHEMES[scheme].label,
          styleOf(scheme),
          loads,
          (load) => caseOf({ topology: "random-30", scheme, load }),
        ),
      ),
    ),
  };
}

/** Tree Up/Down as the paper uses it, and the rule that it is named after. */
function treeFigure(
  points: Points,
  study: Study,
  topology: Topology,
): FigureDraft {
  const loads = treeLoadsOf(study.options);
  const schemes = ["updown", "spf", "autonet"] as const;
  return {
    title: `Up/Down by tree and by Autonet's rule, ${VIEW_NAMES[topology]}`,
    description:
      "Latencies over the load for tree Up/Down, SPF and Autonet's up*/down*.",
    caption: `The paper's Up/Down sends over the links of a tree only; Autonet's up*/down* uses all links and is as free of deadlock. 70:30, ${VIEW_NAMES[topology]}. ${BANDS(study)}`,
    charts: panels(LATENCIES, loads, "", (metric) =>
      schemes.map((scheme, style) =>
        curve(
          points,
          metric,
          SCHEMES[scheme].label,
          style === 2 ? 3 : styleOf(scheme),
          loads,
          (load) => caseOf({ topology, scheme, load }),
        ),
      ),
    ),
  };
}
