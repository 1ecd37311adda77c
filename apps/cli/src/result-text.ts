import type {
  ChangeResult,
  Experiment,
  Replicated,
  ReplicatedChange,
  RunResult,
  WaitFor,
} from "@fabriclab/sim";
import type { MetricValue } from "@fabriclab/spec";
import { type Io, paint } from "./io.ts";
import { many } from "./naming/words.ts";
import { count, simulatedTime } from "./progress.ts";
import { figures, quantity } from "./quantity.ts";
import { columnsOf } from "./table.ts";

/** One run's result as people read it. */
export function resultText(
  result: RunResult,
  experiment: Experiment,
  io: Io,
): string {
  const { packets } = result;
  const rate =
    result.wallSeconds > 0
      ? `, ${count(result.packetHops / result.wallSeconds)} packet-hops/s`
      : "";
  return [
    headline(result.experiment, experiment, io),
    `${statusWord(result.status, io)}${failedWords(result)}: ${withoutStatus(result)}`,
    "",
    metricTable(result.metrics, experiment),
    "",
    columnsOf([
      [
        "packets",
        `${packets.injected} injected, ${packets.delivered} delivered, ${packets.dropped} dropped, ${packets.inFlight} in flight`,
      ],
      [
        "time",
        `${simulatedTime(result.simulatedPs)} simulated, ${result.warmupPs === result.simulatedPs ? "all of it warm-up" : `the first ${simulatedTime(result.warmupPs)} left out`}; seed ${result.seed}`,
      ],
      [
        "cost",
        `${count(result.events)} events, ${count(result.packetHops)} packet-hops, ${result.wallSeconds.toFixed(2)} s${rate}`,
      ],
    ]),
    ...(result.changes === undefined ? [] : ["", changesText(result.changes)]),
    ...(result.deadlock === undefined
      ? []
      : ["", deadlockText(result.deadlock, io)]),
    "",
  ].join("\n");
}

/** What each change cost. */
const changesText = (changes: readonly ChangeResult[]): string =>
  changesTable(
    changes.map(({ at, what, reached, lost, recoveryPs, repaired }) => [
      quantity(at, "ps"),
      what,
      reached ? String(lost?.linkDown ?? 0) : "-",
      reached ? String(lost?.unroutable ?? 0) : "-",
      !reached
        ? "the run ended before"
        : recoveryPs !== undefined
          ? quantity(recoveryPs, "ps")
          : repaired === false
            ? "not repaired"
            : "",
    ]),
  );

/** What each change cost in several runs, in the mean. */
const meanChangesText = (
  changes: readonly ReplicatedChange[],
  runs: number,
): string =>
  changesTable(
    changes.map(({ at, what, reached, lost, recovery }) => [
      quantity(at, "ps"),
      what,
      lost === undefined ? "-" : meanText(lost.linkDown, "1"),
      lost === undefined ? "-" : meanText(lost.unroutable, "1"),
      lost === undefined
        ? `${runs - reached} of ${runs} runs ended before`
        : recovery === undefined
          ? ""
          : (recovery.absent ?? meanText(recovery, "ps")),
    ]),
  );

const meanText = ({ value, ci95 }: MetricValue, unit: string): string =>
  `${quantity(value, unit)}${ci95 === undefined ? "" : ` ± ${quantity(ci95, unit)}`}`;

const changesTable = (rows: string[][]): string =>
  columnsOf(rows, {
    head: [
      "at",
      "change",
      "lost: link down",
      "unroutable",
      "until the last loss",
    ],
    align: ["right", "left", "right", "right", "right"],
  });

/** Several runs' results, taken together. */
export function replicatedText(
  result: Replicated,
  experiment: Experiment,
  io: Io,
): string {
  const verdicts = result.runs.map((run) => [
    `seed ${run.seed}`,
    `${run.status}${failedWords(run)}`,
    withoutStatus(run),
  ]);
  const deadlock = result.runs.find((run) => run.deadlock !== undefined);
  return [
    headline(result.experiment, experiment, io),
    `${statusWord(result.status, io)}: ${result.runs.length} independent runs`,
    "",
    metricTable(result.metrics, experiment),
    "",
    columnsOf(verdicts, { columns: io.columns }),
    ...(result.changes === undefined
      ? []
      : ["", meanChangesText(result.changes, result.runs.length)]),
    ...(deadlock?.deadlock === undefined
      ? []
      : ["", deadlockText(deadlock.deadlock, io)]),
    "",
  ].join("\n");
}

const headline = (name: string, { fabric }: Experiment, io: Io): string =>
  `${paint(io, "bold", name)} on ${fabric.name} (${many(fabric.switchCount, "switch", "switches")}, ${many(fabric.hostCount, "host")})`;

const statusWord = (status: string, io: Io): string =>
  paint(
    io,
    status === "deadlocked" || status === "saturated" ? "red" : "bold",
    status,
  );

/** `, but 3 of 15 connections failed (827 messages without an acknowledgement)`: what the run's values say that did not succeed. Empty where all did. */
export function failedWords({ metrics }: Pick<RunResult, "metrics">): string {
  const failures = Object.values(metrics).flatMap(
    ({ failure }) => failure ?? [],
  );
  return failures.length === 0 ? "" : `, but ${failures.join(" and ")}`;
}

/** As `quantity`; one of what is counted is `1 connection`. */
const counted = (value: number, unit: string): string =>
  quantity(
    value,
    value === 1 && /^[a-z]{4,}s$/.test(unit) ? unit.slice(0, -1) : unit,
  );

/** The verdict without the status that it may begin with and that stands before it here. */
const withoutStatus = ({ status, verdict }: RunResult): string =>
  verdict.toLowerCase().startsWith(`${status}: `)
    ? verdict.slice(status.length + 2)
    : verdict;

function metricTable(
  metrics: Readonly<Record<string, MetricValue>>,
  experiment: Experiment,
): string {
  const rows = Object.entries(metrics).map(([name, value]) => {
    const known = Number.isFinite(value.value);
    return [
      name,
      known ? counted(value.value, value.unit) : "-",
      value.ci95 === undefined ? "" : `± ${quantity(value.ci95, value.unit)}`,
      known ? furtherText(value) : (value.absent ?? "not defined"),
    ];
  });
  const level = (experiment.measure.confidence * 100).toFixed(0);
  return columnsOf(rows, {
    head: ["metric", "value", `${level} % interval`, ""],
    align: ["left", "right", "right", "left"],
  });
}

/** Figures of a metric's detail that are printed; the JSON has all. */
const FURTHER = 3;

/** Percentiles, else the first figures of the detail: the busiest channels, the extremes among sources or runs. */
function furtherText(value: MetricValue): string {
  const percentiles = Object.entries(value.percentiles ?? {});
  if (percentiles.length > 0)
    return percentiles
      .sort(([a], [b]) => Number(a) - Number(b))
      .map(([p, at]) => `p${p} ${quantity(at, value.unit)}`)
      .join("  ");
  return Object.entries(value.detail ?? {})
    .filter(([name]) => name !== "runs")
    .slice(0, FURTHER)
    .map(([name, figure]) => {
      // Extremes and percentiles are of the metric's own kind, other details are counts and shares.
      const alike = name === "min" || name === "max" || /^p\d/.test(name);
      return `${name} ${alike ? quantity(figure, value.unit) : figures(figure)}`;
    })
    .join("  ");
}

/** The channels of a wait-for cycle in order, as an audit names them; an output buffer and the input buffer that it fills are of one channel. */
const channelsOf = (cycle: readonly WaitFor[]): string[] => [
  ...new Set(cycle.map(({ channel }) => channel)),
];

/** The cycle of packets that wait for each other. */
export function deadlockText(cycle: readonly WaitFor[], io: Io): string {
  return [
    paint(io, "red", `Deadlock: ${cycle.length} packets wait for each other.`),
    columnsOf(
      cycle.map((hold) => [
        `  ${hold.place}`,
        `packet ${hold.packet}`,
        `${hold.source} -> ${hold.destination}`,
        `waits for ${hold.waitsFor}`,
      ]),
      { head: ["  at", "", "from -> to", ""] },
    ),
    "",
    "The channels that they hold, in order, as an audit names them:",
    `  ${channelsOf(cycle).join(" -> ")}`,
  ].join("\n");
}
