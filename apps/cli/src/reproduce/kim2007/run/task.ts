import { experimentOf, readScenario } from "@fabriclab/formats-scenario";
import {
  compose,
  observeExperiment,
  type Experiment,
  type RunResult,
} from "@fabriclab/sim";
import {
  FabricError,
  type ForwardingTables,
  type MetricValue,
} from "@fabriclab/spec";
import { loadRegistry } from "../../../plugins.ts";
import type { Case } from "../case.ts";
import type { ClassRecord, KimRecord } from "../record.ts";
import { schemeOf } from "../schemes.ts";
import {
  BYTE_NS,
  describeCase,
  entriesOf,
  HEADER_BYTES,
  nodesOf,
  PERIOD_MS,
} from "./describe.ts";
import { onReservedPaths } from "./reserved-paths.ts";

/** Input of a task. */
export interface TaskInput {
  readonly point: Case;
  readonly seed: number;
  /** Frames per video stream. */
  readonly frames: number;
  /** Check the engine's invariants while it runs (slower; the result is the same). */
  readonly checked?: boolean;
}

/** Mean wire rate of the default streams over the link's rate: (3+4+5+6+8+10+15)/7 Mb/s and headers of 2 Gb/s. */
const STREAM_SHARE = (51 / 7 / 2000) * (1 + HEADER_BYTES / 1024);

/** The experiment of a point: a scenario, and real-time streams on reserved paths where there are several. */
export async function experimentFor(input: TaskInput): Promise<Experiment> {
  const { point, seed, frames, checked = false } = input;
  const text = JSON.stringify({
    name: "kim2007",
    seed,
    checked,
    ...describeCase(point, seed, frames),
  });
  const registry = await loadRegistry();
  const experiment = experimentOf(
    readScenario(text, { file: "kim2007", registry }),
  );
  if (schemeOf(point.scheme).routing !== "multipath") return experiment;
  return {
    ...experiment,
    tables: { given: tablesOf(input, experiment) },
    traffic: experiment.traffic.map((use) =>
      use.plugin.name === "mpeg2"
        ? {
            ...use,
            plugin: onReservedPaths(use.plugin, Math.floor(1 / STREAM_SHARE)),
          }
        : use,
    ),
  };
}

/** As many as there are seeds and kinds of fabrics, and a few more. */
const KEPT = 16;
const kept = new Map<string, ForwardingTables>();

/** Path-bit tables take longer than a short run, and depend on the fabric and its ports alone: the last ones are kept. */
function tablesOf(
  { point: { topology, detours }, seed }: TaskInput,
  experiment: Experiment,
): ForwardingTables {
  const fabric = topology === "fig6like" ? topology : `${topology} ${seed}`;
  const key = `${fabric} ${detours}`;
  let tables = kept.get(key);
  if (tables === undefined) {
    ({ tables } = compose(experiment));
    const oldest = kept.keys().next();
    if (kept.size >= KEPT && oldest.done !== true) kept.delete(oldest.value);
    kept.set(key, tables);
  }
  return tables;
}

/**
 * One run: fabric, tables, traffic of one seed, simulated until the video has arrived.
 *
 * Why as the metrics saw it: of a class that is saturated beside the video a result has no latency, as it grows with the run; the study compares what is
 * measured in runs of one length, and says itself which classes are saturated.
 */
export async function run(input: TaskInput): Promise<KimRecord> {
  const { result, metrics, ticks } = await observeExperiment(
    await experimentFor(input),
  );
  return recordOf(
    input,
    result.status === "finished"
      ? { ...result, metrics: metrics.results(ticks) }
      : result,
  );
}

const NS_PER_US = 1000;
const PS_PER_MS = 1e9;

/** @throws FabricError E_REPRODUCE_UNFINISHED, E_REPRODUCE_METRIC */
export function recordOf(
  { point, seed, frames }: TaskInput,
  result: RunResult,
): KimRecord {
  const { status, metrics } = result;
  if (status !== "finished" && status !== "deadlocked")
    throw new FabricError({
      code: "E_REPRODUCE_UNFINISHED",
      message: "a run did not deliver its video",
      got: `${status}: ${result.verdict}`,
      expected: "finished, or deadlocked",
    });
  const entries = entriesOf(describeCase(point, seed, frames));
  const simulatedMs = result.simulatedPs / PS_PER_MS;
  const nodes = nodesOf(point.topology);
  const stuck = status === "deadlocked";
  const of = (
    traffic: readonly number[],
    born: number | undefined,
  ): ClassRecord => {
    const sums = sumOf(metrics, traffic);
    const settled = sums.delivered + sums.dropped;
    return {
      latencyUs: stuck ? null : sums.latencyUs,
      delivered: sums.delivered,
      dropped: sums.dropped,
      settled:
        stuck || born === undefined || born === 0
          ? null
          : Math.min(1, settled / born),
    };
  };
  const packetMs = (BYTE_NS * (point.payload + HEADER_BYTES)) / 1e6;
  const bestEffortBorn =
    (nodes * point.load * (1 - point.realTime) * simulatedMs) / packetMs;
  const realTime = of(entries.realTime, undefined);
  const [toOne, toGroups] = entries.realTime;
  const dmp = number(metrics["deadline"]);
  return {
    status,
    dmp: stuck ? null : dmp,
    dmtMs:
      stuck || dmp === 0 ? null : milliseconds(metrics["deadline.lateness"]),
    frames: stuck ? null : (metrics["deadline"]?.detail?.["delivered"] ?? null),
    realTime: {
      ...realTime,
      // All of the video arrives in the end: what tells is whether it took longer than the video lasts.
      settled: stuck
        ? null
        : Math.min(1, ((frames + 1) * PERIOD_MS) / simulatedMs),
    },
    bestEffort: of(entries.bestEffort, bestEffortBorn),
    control: of(entries.control, (nodes * simulatedMs) / PERIOD_MS),
    unicastUs:
      stuck || toGroups === undefined || toOne === undefined
        ? null
        : sumOf(metrics, [toOne]).latencyUs,
    multicastUs:
      stuck || toGroups === undefined
        ? null
        : sumOf(metrics, [toGroups]).latencyUs,
    simulatedMs,
    packetHops: result.packetHops,
    events: result.events,
    cycle: result.deadlock?.length ?? 0,
  };
}

type Metrics = Readonly<Record<string, MetricValue>>;

/** Packets and mean latency over several traffic entries. */
function sumOf(metrics: Metrics, traffic: readonly number[]) {
  let delivered = 0;
  let dropped = 0;
  let latency = 0;
  for (const index of traffic) {
    const drops = metrics[`drops.traffic${index}`];
    const count = drops?.detail?.["delivered"] ?? 0;
    delivered += count;
    dropped += drops?.detail?.["dropped"] ?? 0;
    const mean = metrics[`latency.traffic${index}`]?.value;
    if (count > 0 && mean !== undefined) latency += count * mean;
  }
  return {
    delivered,
    dropped,
    latencyUs:
      delivered === 0 || !Number.isFinite(latency)
        ? null
        : latency / delivered / NS_PER_US,
  };
}

const number = (metric: MetricValue | undefined): number | null =>
  metric === undefined || !Number.isFinite(metric.value) ? null : metric.value;

function milliseconds(metric: MetricValue | undefined): number | null {
  const value = number(metric);
  if (value === null) return null;
  if (metric?.unit === "ms") return value;
  if (metric?.unit === "ns") return value / 1e6;
  throw new FabricError({
    code: "E_REPRODUCE_METRIC",
    message: "the missing time has an unknown unit",
    got: metric?.unit ?? "none",
    expected: "ms or ns",
  });
}
