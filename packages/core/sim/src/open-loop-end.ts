import type { Blocked } from "@fabriclab/network";
import type { MetricValue } from "@fabriclab/spec";
import { perCent } from "@fabriclab/units";
import { cutOffWords } from "./cut-off.ts";
import type { Drive } from "./drive.ts";
import { droppedWords, percent } from "./dropped-words.ts";
import { withoutTime, type Ended } from "./ended.ts";
import { entryName } from "./entry-names.ts";
import type { RunStatus } from "./experiment.ts";
import {
  queueingWords,
  sharesOf,
  withoutSaturated,
} from "./saturated-beside.ts";
import { NOBODY_SILENT, silentWords, type Silent } from "./silent.ts";
import type { Saturation } from "./statistics/saturation.ts";
import { withInterval, type Measurement } from "./measurement.ts";
import { relativeHalfWidth } from "./statistics/stopping-rule.ts";

/** Why an open-loop run ends. */
export interface Reason {
  readonly status: Exclude<RunStatus, "finished">;
  readonly deadlock?: readonly Blocked[];
  /** `limit` before the warm-up was over. */
  readonly undecided?: boolean;
  /** Entries of which nothing came through in the measured interval, by their index. */
  readonly starved?: ReadonlyMap<number, Saturation>;
  /** Hosts of which nothing came through in the measured interval, of entries with others that are heard of. */
  readonly silent?: Silent;
  /** Entries of management traffic that queue in the network without end. */
  readonly queueing?: ReadonlyMap<number, Saturation>;
  /** Other entries that are saturated, by their index. */
  readonly refused?: ReadonlyMap<number, Saturation>;
  /** `saturated`, and when the run ended the network was still filling. */
  readonly filling?: boolean;
  /** `limit`, though the mean is as precise as asked: why it is not believed. */
  readonly short?: string | undefined;
  /** What is to be said of traffic that begins late; may be empty. */
  readonly late?: string;
  /** `saturated` for these alone: what comes through of the others does so at a steady rate. */
  readonly othersSteady?: boolean;
}

const NOBODY: ReadonlyMap<number, Saturation> = new Map();
const STARVED =
  "saturated: nothing of some traffic comes through, or too little, so the mean over all packets has no end";
export const UNDECIDED =
  "the warm-up was not over when a cap was reached; raise measure.maxTime or measure.maxPackets";
const ALL =
  "saturated: more is offered than accepted, so latency grows without bound";
/** Of a part of the traffic that may have a mean beside what is saturated. */
const SOME =
  "the run is saturated, and whether this part of it has a mean was not clear when it ended";
const REFUSED =
  "saturated: more of this traffic is offered than accepted, so its latency grows without bound";
/** Of one entry or service level. */
const isOfSome = (name: string): boolean => /\.(traffic|sl)\d+$/.test(name);
const QUEUEING =
  "saturated: management packets, which have no flow control, queue without end, and so their latency grows";

/** What an open-loop run hands back: its observers, its verdict, and which results get an interval or are withdrawn. */
export function openLoopEnd(
  drive: Drive,
  measurement: Measurement,
  reason: Reason,
): Ended {
  const { confidence } = drive.composition.experiment.measure;
  const { status, deadlock } = reason;
  const intervals =
    status === "deadlocked" || reason.undecided === true
      ? undefined
      : measurement.intervals(confidence);
  const { starved = NOBODY, silent = NOBODY_SILENT } = reason;
  const withoutStarved = withoutSaturated(
    drive.composition,
    new Set([...starved.keys(), ...silent.keys()]),
    STARVED,
  );
  const withoutQueueing = withoutSaturated(
    drive.composition,
    new Set((reason.queueing ?? NOBODY).keys()),
    QUEUEING,
  );
  const withoutRefused = withoutSaturated(
    drive.composition,
    new Set((reason.refused ?? NOBODY).keys()),
    REFUSED,
  );
  const withoutKnown = (name: string, value: MetricValue): MetricValue =>
    withoutRefused(name, withoutQueueing(name, withoutStarved(name, value)));
  const withoutPart = (name: string, value: MetricValue): MetricValue => {
    const known = withoutKnown(name, value);
    return known.absent === undefined ? withoutTime(known, SOME) : known;
  };
  const finish = (name: string, value: MetricValue): MetricValue => {
    if (status === "deadlocked") {
      return { value: Number.NaN, unit: value.unit, absent: "deadlocked" };
    }
    // Why all: what was measured since the last cut may be less than a packet's time.
    if (reason.undecided === true)
      return { value: Number.NaN, unit: value.unit, absent: UNDECIDED };
    const stable =
      status !== "saturated" || isClosedLoop(drive, name)
        ? value
        : reason.othersSteady === true
          ? withoutKnown(name, value)
          : isOfSome(name)
            ? withoutPart(name, value)
            : withoutTime(value, ALL);
    return withInterval(stable, intervals?.get(name));
  };
  return {
    status,
    verdict:
      verdictOf(drive, measurement, reason) +
      (status === "deadlocked"
        ? ""
        : cutOffWords(
            drive,
            (index) => starved.has(index) || silent.has(index),
          ) +
          droppedWords(drive) +
          (reason.late ?? "")),
    warmup: reason.undecided === true ? drive.now : measurement.start,
    end: drive.now,
    metrics: measurement.total(),
    ticks: measurement.ticks,
    finish,
    ...(deadlock === undefined ? {} : { deadlock }),
  };
}

/** Whether a result is that of a metric on closed-loop traffic; metrics begin the names of their results with their own. */
const isClosedLoop = (drive: Drive, result: string): boolean =>
  drive.composition.experiment.metrics.some(
    ({ plugin }) =>
      plugin.closedLoop === true && `${result}.`.startsWith(`${plugin.name}.`),
  );

function verdictOf(
  drive: Drive,
  measurement: Measurement,
  reason: Reason,
): string {
  const { status, deadlock, undecided, othersSteady } = reason;
  const nothing = [
    starvedWords(drive, reason.starved ?? NOBODY),
    silentWords(drive.composition, reason.silent ?? NOBODY_SILENT),
  ]
    .filter((words) => words !== "")
    .join(", and ");
  const queueing = queueingWords(drive, reason.queueing ?? NOBODY);
  const shares = sharesOf(drive.composition, reason.refused ?? NOBODY);
  const refused =
    shares.length === 0
      ? ""
      : `the network takes ${shares.join(", ")}, so ${shares.length === 1 ? "its" : "their"} source queues grow without end`;
  const { measure } = drive.composition.experiment;
  if (status === "deadlocked") {
    return `Deadlock: ${deadlock?.length ?? 0} buffers wait for each other in a cycle; nothing about times or rates can be said.`;
  }
  const latency = measurement.latency(measure.confidence);
  const halfWidth = relativeHalfWidth(latency);
  const width = percent(halfWidth);
  const level = perCent(measure.confidence);
  /** What is known of the packets that come through, where there are enough of them. */
  const ofThose = (which: string): string =>
    Number.isFinite(halfWidth)
      ? `; of those${which} that do come through, the ${level} confidence interval of the mean latency is ±${width}.${halfWidth > measure.precision ? " A cap was reached before it was as narrow as asked: raise measure.maxTime or measure.maxPackets." : ""}`
      : ".";
  if (status === "saturated") {
    const known = [queueing, nothing, refused].filter((words) => words !== "");
    if (othersSteady === true && (queueing !== "" || refused !== ""))
      return `Saturated: ${known.join(refused === "" ? ", and " : "; ")}${refused === "" ? ", so" : " and"} there is no mean latency over all packets${ofThose(" of other traffic")}`;
    if (queueing !== "" && measurement.saturated() === undefined)
      return `Saturated: ${queueing}${nothing === "" ? "" : `, and ${nothing}`}, so there is no mean latency; throughput is what the network can carry.`;
    if (othersSteady === true)
      return `Saturated: ${nothing}, so its source queues grow without end and there is no mean latency over all packets${ofThose("")}`;
    const { accepted, offered } = measurement.saturation();
    const share =
      offered === undefined || accepted === undefined
        ? "less than is offered"
        : `${percent(accepted.mean / offered)} of what is offered`;
    const also = [shares.join(", "), nothing, queueing].filter(
      (words) => words !== "",
    );
    const more = also.length === 0 ? "" : ` (${also.join("; ")})`;
    if (reason.filling === true)
      return `Saturated: ${share} enters the network${more}, which was still filling when the run ended, so it can carry less than that, and how much is not known; there is no mean latency. Raise measure.maxTime or measure.maxPackets.`;
    return `Saturated: the network takes ${share}${more}, so source queues grow without end and there is no mean latency; throughput is what it can carry.`;
  }
  if (status === "converged") {
    return `Converged: the ${level} confidence interval of the mean latency is ±${width}.`;
  }
  if (undecided === true) {
    return `Limit: a cap was reached before the warm-up was over, so nothing is given${nothing === "" ? "" : `, and ${nothing}`}; raise measure.maxTime or measure.maxPackets.`;
  }
  const reached =
    latency === undefined || latency.sparse === true
      ? "too little was measured for a confidence interval"
      : `the interval of the mean latency is ±${width}${latency.independent ? "" : " or more, as its batches still depend on each other"}`;
  if (
    latency?.independent === true &&
    halfWidth <= measure.precision &&
    reason.short !== undefined
  )
    return `Limit: a cap was reached, and ${reached}, but ${reason.short}. Raise measure.maxTime or measure.maxPackets.`;
  return `Limit: a cap was reached before the precision of ${percent(measure.precision)}; ${reached}. Raise measure.maxTime or measure.maxPackets.`;
}

/** `nothing of what traffic[1] (poisson) offers comes through`; empty where of each does what it offers. */
function starvedWords(
  { composition }: Drive,
  starved: ReadonlyMap<number, Saturation>,
): string {
  const nothing = [...starved].filter(([, { accepted }]) => !accepted?.mean);
  const names = nothing.map(([index]) =>
    entryName(composition.experiment, index),
  );
  const some = [...starved].filter(([, { accepted }]) => accepted?.mean);
  return [
    ...(names.length === 0
      ? []
      : [
          `nothing of what ${names.join(", ")} ${names.length === 1 ? "offers" : "offer"} comes through`,
        ]),
    ...(some.length === 0
      ? []
      : [`${sharesOf(composition, some).join(", ")} comes through`]),
  ].join(", and ");
}
