import { experimentOf, readScenario } from "@fabriclab/formats-scenario";
import { compose, runExperiment, type Experiment } from "@fabriclab/sim";
import type { RunResult } from "@fabriclab/sim";
import {
  FabricError,
  type ForwardingTables,
  type MetricValue,
} from "@fabriclab/spec";
import { loadRegistry } from "../../../plugins.ts";
import type { Case } from "../cases.ts";
import type { HppRecord } from "../record.ts";
import {
  BYTE_NS,
  describeCase,
  OVERHEAD_NS,
  PORTS,
  wireBytes,
} from "./describe.ts";

/** Input of a task. */
export interface TaskInput {
  readonly point: Case;
  readonly seed: number;
  readonly quick: boolean;
  /** Check the engine's invariants while it runs (slower; the result is the same). */
  readonly checked?: boolean;
}

/** The experiment of a point: a scenario. */
export async function experimentFor(input: TaskInput): Promise<Experiment> {
  const { point, seed, quick, checked = false } = input;
  const text = JSON.stringify({
    name: "hpp2008",
    seed,
    checked,
    ...describeCase(point, { quick }),
  });
  const registry = await loadRegistry();
  const experiment = experimentOf(
    readScenario(text, { file: "hpp2008", registry }),
  );
  return point.collective === "multicast"
    ? experiment
    : { ...experiment, tables: { given: tablesOf(experiment) } };
}

const kept = new Map<number, ForwardingTables>();

/** Tables without groups depend on the fabric alone, and there are three. */
function tablesOf(experiment: Experiment): ForwardingTables {
  const hosts = experiment.fabric.hostCount;
  let tables = kept.get(hosts);
  if (tables === undefined) {
    ({ tables } = compose(experiment));
    kept.set(hosts, tables);
  }
  return tables;
}

const NOTHING: HppRecord = {
  status: "none",
  throughput: null,
  headNs: null,
  barrierNs: null,
  collectiveNs: null,
  simulatedUs: 0,
  warmupUs: 0,
  delivered: 0,
  packetHops: 0,
  events: 0,
};

/** How many times as long a run may become whose cap comes before its warm-up is over. */
const LONGEST = 64;

/** One run; where its cap comes before its warm-up is over, one twice as long, and so on. */
export async function run(input: TaskInput): Promise<HppRecord> {
  const experiment = await experimentFor(input);
  const { measure } = experiment;
  for (let times = 1; ; times *= 2) {
    const maxPackets = times * measure.maxPackets;
    const result = await runExperiment({
      ...experiment,
      measure: { ...measure, maxPackets },
    });
    if (times >= LONGEST || !isUndecided(result))
      return recordOf(input.point, result);
  }
}

/** Whether nothing was measured: see `openLoopEnd` of `@fabriclab/sim`. */
const isUndecided = ({ status, warmupPs, simulatedPs }: RunResult): boolean =>
  status === "limit" && warmupPs === simulatedPs;

const PS_PER_US = 1e6;

/** @throws FabricError E_REPRODUCE_UNFINISHED, E_REPRODUCE_METRIC */
export function recordOf(point: Case, result: RunResult): HppRecord {
  const { status, metrics, simulatedPs, warmupPs } = result;
  if (status === "deadlocked")
    throw new FabricError({
      code: "E_REPRODUCE_UNFINISHED",
      message: "a switch that cannot deadlock did",
      got: `${status}: ${result.verdict}`,
      expected: "traffic that flows",
    });
  const lengthNs = BYTE_NS * wireBytes(point);
  const head = (metric: MetricValue | undefined): number | null => {
    const time = numberOf(metric);
    return time === null ? null : time - lengthNs;
  };
  const share = point.packet / wireBytes(point);
  const common = {
    ...NOTHING,
    status,
    simulatedUs: simulatedPs / PS_PER_US,
    warmupUs: warmupPs / PS_PER_US,
    delivered: result.packets.delivered,
    packetHops: result.packetHops,
    events: result.events,
  };
  switch (point.measure) {
    case "packet":
      return { ...common, headNs: head(metrics["completion.delivery"]) };
    case "unicast":
      return {
        ...common,
        headNs: head(metrics["latency"]),
        throughput: needed("throughput", metrics) * share,
      };
    case "barrier": {
      const packets = metrics["drops.traffic0"]?.detail?.["delivered"] ?? 0;
      return {
        ...common,
        throughput:
          point.packet === 0
            ? null
            : (packets * point.packet * BYTE_NS * 1000) /
              (PORTS * (simulatedPs - warmupPs)),
        barrierNs: point.interval === 0 ? null : needed("barrier", metrics),
      };
    }
    case "collective":
      return {
        ...common,
        collectiveNs:
          point.collective === "switch-barrier"
            ? // The processors' overheads: the switches know nothing of them.
              needed("barrier.total", metrics) + 2 * OVERHEAD_NS
            : needed("collective", metrics),
      };
  }
}

const numberOf = (metric: MetricValue | undefined): number | null =>
  metric === undefined || !Number.isFinite(metric.value) ? null : metric.value;

function needed(
  name: string,
  metrics: Readonly<Record<string, MetricValue>>,
): number {
  const value = numberOf(metrics[name]);
  if (value !== null) return value;
  throw new FabricError({
    code: "E_REPRODUCE_METRIC",
    message: `the run has no ${name}`,
    got: metrics[name]?.absent ?? "nothing",
    expected: "a number",
  });
}
