import type {
  ChangeResult,
  Experiment,
  Replicated,
  ReplicatedChange,
  RunResult,
  WaitFor,
} from "@fabriclab/sim";
import { oneLine, type MetricValue } from "@fabriclab/spec";
import { type Io, paint } from "./io.ts";
import { metricTable } from "./metric-table.ts";
import { many } from "./naming/words.ts";
import { count, simulatedTime } from "./progress.ts";
import { quantity, quantityWithin } from "./quantity.ts";
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
    metricTable(result.metrics, experiment, [result]),
    "",
    columnsOf([
      [
        "packets",
        `${packets.injected} injected, ${packets.delivered} delivered, ${packets.dropped} dropped, ${packets.inFlight} in flight`,
      ],
      [
        "time",
        `${simulatedTime(result.simulatedPs)} simulated, ${measuredPart(result)}; seed ${result.seed}`,
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

const measuredPart = ({ simulatedPs, warmupPs }: RunResult): string => {
  if (warmupPs === simulatedPs) return "all of it warm-up";
  return warmupPs === 0
    ? "all of it measured"
    : `the first ${simulatedTime(warmupPs)} left out`;
};

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
  ci95 !== undefined && ci95 > 0
    ? quantityWithin(value, ci95, unit).join(" ")
    : quantity(value, unit);

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
    metricTable(result.metrics, experiment, result.runs),
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
  `${paint(io, "bold", oneLine(name))} on ${oneLine(fabric.name)} (${many(fabric.switchCount, "switch", "switches")}, ${many(fabric.hostCount, "host")})`;

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

/** The verdict without the status that it may begin with and that stands before it here. */
const withoutStatus = ({ status, verdict }: RunResult): string =>
  verdict.toLowerCase().startsWith(`${status}: `)
    ? verdict.slice(status.length + 2)
    : verdict;

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
    "",
    "What would open such a loop: fabriclab audit, on the same fabric and routing or tables.",
  ].join("\n");
}
