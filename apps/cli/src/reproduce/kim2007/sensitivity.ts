import type { Chart } from "@fabriclab/experiment-plot";
import { withInterval, type ReportTable } from "@fabriclab/experiment-report";
import type { CaptionedFigure, Study } from "../reproduction.ts";
import {
  DEFAULTS,
  mixLabel,
  PARAMETERS,
  SENSITIVITY_LOAD,
  settingsOf,
  type Setting,
} from "./cases.ts";
import { gainAt, type Ground } from "./claims/comparisons.ts";
import { bestAt60, multipathAlone } from "./claims/deadlines.ts";
import { latencyReductions, selectors } from "./claims/latencies.ts";
import type { Cell } from "./claims/rules.ts";
import type { Points } from "./points.ts";
import { SCHEMES, type SchemeName } from "./schemes.ts";

/** Parameters that the paper lost, as an axis says them. */
const NAMES: Readonly<Record<Setting["parameter"], string>> = {
  buffer: "Buffer per lane (packets)",
  outputBuffer: "Output buffer per lane (packets; 0: no WRR at the crossbar)",
  hv: "HV (HLL = 4.096 µs · 2^HV)",
  realTime: "Real-time share of the load",
  payload: "Payload (bytes)",
};

/** Claims that one load decides, with their rules on a single load. */
const DECISIVE = [
  { id: "C-004-3", find: bestAt60 },
  { id: "C-004-4", find: multipathAlone },
  { id: "C-004-5", find: selectors },
  { id: "C-004-6", find: latencyReductions },
] as const;

const CURVES: readonly {
  readonly name: string;
  readonly metric: "dmp" | "realTime" | "bestEffort";
  readonly scheme: SchemeName;
}[] = [
  { name: "DMP", metric: "dmp", scheme: "lfu" },
  { name: "DMP", metric: "dmp", scheme: "lfu-drop" },
  { name: "real-time latency", metric: "realTime", scheme: "lfu" },
  { name: "real-time latency", metric: "realTime", scheme: "lfu-drop" },
  { name: "best-effort latency", metric: "bestEffort", scheme: "lfu" },
];

/** The runs of a setting. HLL does not reach schemes that drop nothing: their runs are those of the default. */
const groundOf = (points: Points, { parameter, value }: Setting): Ground => ({
  points:
    parameter === "hv"
      ? // Why a view: the rules name schemes, and only those that drop were run with another HLL.
        withDefaultHv(points)
      : points,
  at: { [parameter]: value },
  loads: [SENSITIVITY_LOAD],
});

const withDefaultHv = (points: Points): Ground["points"] => ({
  values: (point, metric) =>
    points.values(
      SCHEMES[point.scheme].drop ? point : { ...point, hv: DEFAULTS.hv },
      metric,
    ),
  records: (point) => points.records(point),
});

const written = ({ parameter, value }: Setting): string =>
  parameter === "realTime" ? mixLabel(value) : String(value);

const settings = (study: Study): Setting[] =>
  PARAMETERS.flatMap((parameter) =>
    settingsOf(study.options, parameter).map((value) => ({ parameter, value })),
  );

const cellWords = ({ estimate, missing }: Cell): string =>
  estimate === undefined
    ? "deadlocked"
    : `${withInterval(estimate.value, [estimate.low, estimate.high])}${missing === 0 ? "" : `, ${missing} left out`}`;

const CHANGED = `one lost parameter changed at a time, at ${100 * SENSITIVITY_LOAD} % load on random fabrics of 15 switches`;

/** What the decisive claims would be with another value of a parameter that the paper lost, and the reductions behind them. */
export function sensitivityTables(points: Points, study: Study): ReportTable[] {
  const rows = settings(study).map((setting) => ({
    head: [
      NAMES[setting.parameter],
      `${written(setting)}${setting.value === DEFAULTS[setting.parameter] ? " (default)" : ""}`,
    ],
    ground: groundOf(points, setting),
  }));
  return [
    {
      caption: `What decides a verdict: ${CHANGED}, and what the rules of four claims say of that load alone.`,
      columns: ["Parameter", "Value", ...DECISIVE.map(({ id }) => id)],
      rows: rows.map(({ head, ground }) => [
        ...head,
        ...DECISIVE.map(({ find }) => find(ground).verdict),
      ]),
    },
    {
      caption: `Reductions from SPF behind them: ${CHANGED}, with 95 % intervals.`,
      columns: [
        "Parameter",
        "Value",
        ...CURVES.map(
          ({ name, scheme }) => `${name}, ${SCHEMES[scheme].label}`,
        ),
      ],
      rows: rows.map(({ head, ground }) => [
        ...head,
        ...CURVES.map(({ metric, scheme }) =>
          cellWords(gainAt(ground, metric, "spf", scheme, SENSITIVITY_LOAD)),
        ),
      ]),
    },
  ];
}

/** Parameters whose values give a claim more than one verdict. */
export function deciding(points: Points, study: Study): string {
  const found = PARAMETERS.flatMap((parameter) =>
    DECISIVE.flatMap(({ id, find }) => {
      const verdicts = new Set(
        settingsOf(study.options, parameter).map(
          (value) => find(groundOf(points, { parameter, value })).verdict,
        ),
      );
      return verdicts.size > 1 ? [`${NAMES[parameter]} for ${id}`] : [];
    }),
  );
  const varied = PARAMETERS.filter(
    (parameter) => settingsOf(study.options, parameter).length > 1,
  );
  const numbers = varied.flatMap((parameter) =>
    settingsOf(study.options, parameter).flatMap((value) =>
      DECISIVE.map(
        ({ find }) => find(groundOf(points, { parameter, value })).measured,
      ),
    ),
  );
  const numberless = numbers.every(({ value }) => Number.isNaN(value));
  return found.length === 0
    ? `No lost parameter that was varied (${varied.map((parameter) => NAMES[parameter]).join(", ")}) changes a verdict of the four claims that one load decides${numberless ? ", as none of these has a number: too many runs deadlocked" : ""}.`
    : `A verdict at ${100 * SENSITIVITY_LOAD} % load depends on: ${found.join(", ")}.`;
}

/** The same as curves. */
export function sensitivityFigure(
  points: Points,
  study: Study,
): CaptionedFigure {
  const charts = PARAMETERS.filter(
    (parameter) => settingsOf(study.options, parameter).length > 1,
  ).map((parameter): Chart => {
    const values = [...settingsOf(study.options, parameter)].sort(
      (a, b) => a - b,
    );
    return {
      title: NAMES[parameter],
      x: {
        label: NAMES[parameter],
        scale:
          parameter === "buffer" || parameter === "payload" ? "log" : "linear",
        ticks: values,
      },
      y: {
        label: "Reduction from SPF",
        scale: "linear",
        domain: [-1.05, 1.05],
      },
      guides: [{ axis: "y", at: 0 }],
      series: CURVES.map(({ name, metric, scheme }, style) => {
        const cells = values.map((value) => ({
          x: value,
          cell: gainAt(
            groundOf(points, { parameter, value }),
            metric,
            "spf",
            scheme,
            SENSITIVITY_LOAD,
          ),
        }));
        return {
          name: `${name}, ${SCHEMES[scheme].label}`,
          style,
          points: cells.flatMap(({ x, cell: { estimate } }) =>
            estimate === undefined
              ? []
              : [
                  {
                    x,
                    y: estimate.value,
                    low: estimate.low,
                    high: estimate.high,
                  },
                ],
          ),
          gaps: cells.flatMap(({ x, cell: { estimate } }) =>
            estimate === undefined ? [x] : [],
          ),
        };
      }),
    };
  });
  return {
    id: "fig-sensitivity",
    title: "What the lost parameters decide",
    description:
      "Reductions of DMP and latencies from SPF over buffer size, HLL, mix and packet size.",
    caption: `Reductions from SPF at ${100 * SENSITIVITY_LOAD} % load, one lost parameter changed at a time, with 95 % bands, cut at -1 and 1, which no reduction passes. A cross: fewer than two pairs of runs went on.`,
    charts,
  };
}
