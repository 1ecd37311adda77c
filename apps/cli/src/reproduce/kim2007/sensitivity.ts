import type { Chart } from "@fabriclab/experiment-plot";
import { withInterval, type ReportTable } from "@fabriclab/experiment-report";
import type { FigureDraft, Study } from "../reproduction.ts";
import { DEFAULTS, mixLabel } from "./case.ts";
import {
  isJudged,
  PARAMETERS,
  runOf,
  SENSITIVITY_LOAD,
  settingsOf,
  type Setting,
} from "./settings.ts";
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
  adapter: "Host adapter (0: injector; 1: SL FIFOs, DMA, receive buffers)",
  detours:
    "Ports of unreliable datagrams (0: of shortest paths; 1: of all simple paths)",
  hv: "HV (HLL = 4.096 µs · 2^HV)",
  realTime: "Real-time share of the load",
  payload: "Payload (bytes)",
};

/** The same, short enough for the title of a panel. */
const SHORT_NAMES: Readonly<Record<Setting["parameter"], string>> = {
  buffer: "Buffer",
  outputBuffer: "Output buffer",
  adapter: "Host adapter",
  detours: "Ports of UD",
  hv: "HLL",
  realTime: "Mix",
  payload: "Packet size",
};

/** Claims that one load decides, with their rules on a single load. */
const DECISIVE = [
  { id: "C-004-3", find: bestAt60 },
  { id: "C-004-4", find: multipathAlone },
  { id: "C-004-5", find: selectors },
  { id: "C-004-6", find: latencyReductions },
] as const;

interface Curve {
  readonly name: string;
  readonly metric: "dmp" | "realTime" | "bestEffort";
  readonly scheme: SchemeName;
}

/** What is compared with what. SPF+Drop goes on at settings at which SPF deadlocks, so it is the second measure. */
const BASES: readonly {
  readonly from: SchemeName;
  readonly curves: readonly Curve[];
}[] = [
  {
    from: "spf",
    curves: [
      { name: "DMP", metric: "dmp", scheme: "lfu" },
      { name: "DMP", metric: "dmp", scheme: "lfu-drop" },
      { name: "real-time latency", metric: "realTime", scheme: "lfu" },
      { name: "real-time latency", metric: "realTime", scheme: "lfu-drop" },
      { name: "best-effort latency", metric: "bestEffort", scheme: "lfu" },
    ],
  },
  {
    from: "spf-drop",
    curves: [
      { name: "DMP", metric: "dmp", scheme: "lfu-drop" },
      { name: "real-time latency", metric: "realTime", scheme: "lfu-drop" },
      { name: "best-effort latency", metric: "bestEffort", scheme: "lfu-drop" },
    ],
  },
];
type Base = (typeof BASES)[number];

/** A curve looks the same in every panel. */
const STYLES = [
  ...new Set(
    BASES.flatMap(({ curves }) =>
      curves.map(({ metric, scheme }) => `${metric} ${scheme}`),
    ),
  ),
];

/** Whether a setting was run with the schemes of a base. */
const wasRun = (study: Study, setting: Setting, { from }: Base): boolean =>
  from === "spf-drop" || isJudged(study.options, setting);

/**
 * The runs of a setting. What cannot matter to a scheme was run with its default.
 *
 * Why a view: the rules name schemes, and know nothing of parameters.
 */
export const groundOf = (
  points: Points,
  { parameter, value }: Setting,
): Ground => ({
  points: {
    values: (point, metric) => points.values(runOf(point, parameter), metric),
    records: (point) => points.records(runOf(point, parameter)),
  },
  at: { [parameter]: value },
  loads: [SENSITIVITY_LOAD],
});

const written = ({ parameter, value }: Setting): string =>
  parameter === "realTime" ? mixLabel(value) : String(value);

const settings = (study: Study): Setting[] =>
  PARAMETERS.flatMap((parameter) =>
    settingsOf(study.options, parameter).map((value) => ({ parameter, value })),
  );

const cellWords = ({ estimate, missing }: Cell): string =>
  estimate === undefined
    ? "fewer than two pairs"
    : `${withInterval(estimate.value, [estimate.low, estimate.high])}${missing === 0 ? "" : `, ${missing} left out`}`;

const CHANGED = `one lost parameter changed at a time, at ${100 * SENSITIVITY_LOAD} % load on random fabrics of 15 switches`;

/** What the decisive claims would be with another value of a parameter that the paper lost, and the reductions behind them. */
export function sensitivityTables(points: Points, study: Study): ReportTable[] {
  const rows = settings(study).map((setting) => ({
    setting,
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
      rows: rows
        .filter(({ setting }) => isJudged(study.options, setting))
        .map(({ head, ground }) => [
          ...head,
          ...DECISIVE.map(({ find }) => find(ground).verdict),
        ]),
    },
    ...BASES.map((base): ReportTable => {
      const { from, curves } = base;
      return {
        caption: `Reductions from ${SCHEMES[from].label}: ${CHANGED}, with 95 % intervals. “Fewer than two pairs”: runs deadlocked, or no frame was missed to compare.`,
        columns: [
          "Parameter",
          "Value",
          ...curves.map(
            ({ name, scheme }) => `${name}, ${SCHEMES[scheme].label}`,
          ),
        ],
        rows: rows
          .filter(({ setting }) => wasRun(study, setting, base))
          .map(({ head, ground }) => [
            ...head,
            ...curves.map(({ metric, scheme }) =>
              cellWords(gainAt(ground, metric, from, scheme, SENSITIVITY_LOAD)),
            ),
          ]),
      };
    }),
  ];
}

/** Parameters whose values give a claim more than one verdict. */
export function deciding(points: Points, study: Study): string {
  const judgedOf = (parameter: Setting["parameter"]): readonly number[] =>
    settingsOf(study.options, parameter).filter((value) =>
      isJudged(study.options, { parameter, value }),
    );
  const found = PARAMETERS.flatMap((parameter) =>
    DECISIVE.flatMap(({ id, find }) => {
      const verdicts = new Set(
        judgedOf(parameter).map(
          (value) => find(groundOf(points, { parameter, value })).verdict,
        ),
      );
      return verdicts.size > 1 ? [`${NAMES[parameter]} for ${id}`] : [];
    }),
  );
  const varied = PARAMETERS.filter(
    (parameter) => judgedOf(parameter).length > 1,
  );
  const numbers = varied.flatMap((parameter) =>
    judgedOf(parameter).flatMap((value) =>
      DECISIVE.map(
        ({ find }) => find(groundOf(points, { parameter, value })).measured,
      ),
    ),
  );
  const numberless = numbers.every(({ value }) => Number.isNaN(value));
  return found.length === 0
    ? `No lost parameter that was varied for all schemes (${varied.map((parameter) => NAMES[parameter]).join(", ")}) changes a verdict of the four claims that one load decides${numberless ? ", as none of these has a number: too many runs deadlocked" : ""}.`
    : `A verdict at ${100 * SENSITIVITY_LOAD} % load depends on: ${found.join(", ")}.`;
}

/** The same as curves: a panel for every parameter and base. */
export function sensitivityFigure(points: Points, study: Study): FigureDraft {
  const charts = PARAMETERS.flatMap((parameter) =>
    BASES.flatMap((base): Chart[] => {
      const values = settingsOf(study.options, parameter)
        .filter((value) => wasRun(study, { parameter, value }, base))
        .sort((a, b) => a - b);
      return values.length < 2 ? [] : [panel(points, parameter, values, base)];
    }),
  );
  return {
    title: "What the lost parameters decide",
    description:
      "Reductions of DMP and latencies from SPF, and from SPF with dropping, over buffer size, HLL, mix and packet size.",
    caption: `Reductions from SPF, by which the claims are judged, and from SPF+Drop, which does not deadlock where SPF does, at ${100 * SENSITIVITY_LOAD} % load; one lost parameter changed at a time, with 95 % bands, cut at -1 and 1, which no reduction passes. A cross: fewer than two pairs of runs to compare.`,
    charts,
  };
}

function panel(
  points: Points,
  parameter: Setting["parameter"],
  values: readonly number[],
  { from, curves }: Base,
): Chart {
  return {
    title: `${SHORT_NAMES[parameter]}, against ${SCHEMES[from].label}`,
    x: {
      label: NAMES[parameter],
      scale:
        parameter === "buffer" || parameter === "payload" ? "log" : "linear",
      ticks: values,
    },
    y: {
      label: `Reduction from ${SCHEMES[from].label}`,
      scale: "linear",
      domain: [-1.05, 1.05],
    },
    guides: [{ axis: "y", at: 0 }],
    series: curves.map((one) => {
      const { name, metric, scheme } = one;
      const cells = values.map((value) => ({
        x: value,
        cell: gainAt(
          groundOf(points, { parameter, value }),
          metric,
          from,
          scheme,
          SENSITIVITY_LOAD,
        ),
      }));
      return {
        name: `${name}, ${SCHEMES[scheme].label}`,
        style: STYLES.indexOf(`${metric} ${scheme}`),
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
}
