import type { Chart } from "@fabriclab/experiment-plot";
import {
  figurePart,
  type CaptionedFigure,
  type FigureDraft,
  type Part,
  type Study,
} from "../reproduction.ts";
import { caseOf, percentText, type Multicast } from "./case.ts";
import {
  multicastLoadsOf,
  POLICIES,
  POLICY_REPLICATION,
  policyLoadsOf,
  REPLICATIONS,
  seedsOf,
} from "./cases.ts";
import { curve, CUT_NOTE, estimateOf, panels, percentOf } from "./charts.ts";
import type { Points } from "./points.ts";
import { METRICS } from "./record.ts";

export const MULTICAST_NAMES: Readonly<Record<Multicast, string>> = {
  none: "no multicast",
  unicast: "replicated unicast",
  "synchronous-fcfs": "synchronous, FCFS",
  "synchronous-rr": "synchronous, round-robin",
  holding: "asynchronous, one holding buffer",
  central: "asynchronous, central buffer",
};

export const POLICY_NAMES = [
  "shared lanes, multicast first",
  "separate lanes, equal",
  "separate lanes, by receivers",
  "separate lanes, by their logarithm",
] as const;

/** Figure 10: panels (a) to (e), and the bars of (f). */
export function multicastFigures(
  points: Points,
  study: Study,
): Part<CaptionedFigure>[] {
  return [
    figurePart("fig-10", () => replicationFigure(points, study)),
    figurePart("fig-10f", () => policyFigure(points, study)),
  ];
}

function replicationFigure(points: Points, study: Study): FigureDraft {
  const seeds = seedsOf(study.options).length;
  const loads = multicastLoadsOf(study.options);
  return {
    title: "Figure 10a-e: multicast",
    description:
      "Deadline missing probability and time, and latencies over the load for replicated unicast and three kinds of replication in switches.",
    caption: `Figure 10a-e: 20 % of the real-time traffic goes to groups of two or four; SPF trees, random fabrics of 15 switches and 23 links, 70:30. Means over ${seeds} seeds with 95 % bands (latencies geometric). ${CUT_NOTE} A cross above a panel: a run of this point deadlocked, so that the point has no mean. The latency of real-time traffic counts every delivered copy.`,
    charts: panels(METRICS, loads, "", (metric) =>
      REPLICATIONS.map((multicast, style) =>
        curve(
          points,
          metric,
          MULTICAST_NAMES[multicast],
          style,
          loads,
          (load) => caseOf({ multicast, load }),
        ),
      ),
    ),
  };
}

/** How many times the highest bar an interval may reach: beyond that no bar could be seen. */
const BAR_FACTOR = 3;

function cutBars(chart: Chart): Chart {
  const top =
    BAR_FACTOR *
    Math.max(...chart.series.flatMap(({ points }) => points.map(({ y }) => y)));
  return {
    ...chart,
    series: chart.series.map((one) => ({
      ...one,
      points: one.points.map((point) => ({
        ...point,
        ...(point.high === undefined
          ? {}
          : { high: Math.min(top, point.high) }),
      })),
    })),
  };
}

function policyFigure(points: Points, study: Study): FigureDraft {
  const loads = policyLoadsOf(study.options);
  const panel = (title: string, which: "multicastUs" | "unicastUs"): Chart => ({
    title,
    mark: "bar",
    x: { label: "Input load", unit: "%", scale: "linear" },
    y: { label: "Latency", unit: "µs", scale: "linear" },
    series: POLICIES.map((policy) => {
      const cases = loads.map((load) =>
        caseOf({ multicast: POLICY_REPLICATION, policy, load }),
      );
      return {
        name: `${policy}: ${POLICY_NAMES[policy - 1]}`,
        style: policy - 1,
        points: cases.flatMap((point) => {
          if (points.lost(point) > 0) return [];
          const found = estimateOf(
            points.records(point).map((record) => record[which] ?? undefined),
            "realTime",
          );
          return found === undefined
            ? []
            : [
                {
                  x: percentOf(point.load),
                  y: found.value,
                  low: found.low,
                  high: found.high,
                },
              ];
        }),
      };
    }),
  });
  const charts = [
    panel("(f) multicast packets", "multicastUs"),
    panel("(f) unicast packets", "unicastUs"),
  ]
    .filter(({ series }) => series.some((one) => one.points.length > 0))
    .map(cutBars);
  const missing = loads.filter((load) =>
    POLICIES.every(
      (policy) =>
        points.lost(caseOf({ multicast: POLICY_REPLICATION, policy, load })) >
        0,
    ),
  );
  return {
    title: "Figure 10f: bandwidth policies",
    description:
      "Latency of multicast and of unicast real-time packets under four bandwidth policies.",
    caption: `Figure 10f: latency of real-time packets to groups and to single receivers under four bandwidth policies, asynchronous replication with a central buffer; geometric means over ${seedsOf(study.options).length} seeds with 95 % intervals, cut at ${BAR_FACTOR} times the highest bar of the panel. A bar is missing where a run deadlocked${missing.length === 0 ? "" : `: all bars at ${missing.map(percentText).join(", ")}`}.`,
    charts:
      charts.length > 0
        ? charts
        : [
            {
              title: "(f) every point deadlocked",
              x: { label: "Input load", unit: "%", scale: "linear" },
              y: { label: "Latency", unit: "µs", scale: "linear" },
              series: [
                {
                  name: "deadlocked",
                  style: 0,
                  points: [],
                  gaps: loads.map(percentOf),
                },
              ],
            },
          ],
  };
}
