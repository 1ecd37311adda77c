import {
  FabricError,
  type ChannelCounters,
  type MetricValue,
} from "@fabriclab/spec";
import { createFreshNetwork, createNetwork } from "@fabriclab/network";
import { breatheSince } from "./breath.ts";
import { busiestLink } from "./busiest-link.ts";
import { compose } from "./compose.ts";
import type { Composition } from "./composition.ts";
import { creditLoopWords } from "./credit-loop.ts";
import { Drive } from "./drive.ts";
import type { Ended } from "./ended.ts";
import type { Engine } from "./engine.ts";
import { withEntryNames } from "./entry-names.ts";
import type { ChangeResult, Experiment, RunResult } from "./experiment.ts";
import { headOfLineWords } from "./head-of-line.ts";
import { idleParts } from "./idle-parts.ts";
import { runFinite } from "./finite-run.ts";
import type { MetricSet } from "./metric-set.ts";
import { allUnroutable, withoutArrivals } from "./no-arrivals.ts";
import { runOpenLoop } from "./open-loop-run.ts";
import type { RunOptions } from "./run-options.ts";
import { trafficReports } from "./traffic-reports.ts";
import { namedCycle } from "./wait-for.ts";

/** A result with the observers it came from, for merging with other runs. */
export interface ObservedRun {
  readonly result: RunResult;
  readonly metrics: MetricSet;
  readonly composition: Composition;
  /** Ticks of the measured interval. */
  readonly ticks: number;
}

/**
 * Composes and runs an experiment.
 *
 * Traffic that ends by itself is run until it is delivered, or until it is known that its waits grow beyond what can be counted; endless traffic until its mean latency is as precise as asked, or a cap of
 * `measure` is reached. The result is a pure function of the experiment (its seed included): same experiment, same bytes, except for `wallSeconds`, which
 * is 0 unless a clock is given.
 *
 * @throws FabricError of any plugin and of {@link compose}; `E_SIM_THREADS_UNSUPPORTED` for more than one thread without an engine that can
 * @throws the reason of `options.signal`, when that is aborted
 */
export async function runExperiment(
  experiment: Experiment,
  options: RunOptions = {},
): Promise<RunResult> {
  return (await observeExperiment(experiment, options)).result;
}

/** Where a saturated network is full, as far as anybody can tell; and where a host adapter is, in any run. */
function bottleneckWords(
  { composition, engines }: Drive,
  counters: ChannelCounters,
  { status, ticks }: Ended,
): string {
  if (status === "deadlocked") return "";
  const saturated = status === "saturated";
  const { fabric } = composition.experiment;
  const hosts = engines
    .map((one) => one.words(ticks, saturated))
    .filter((words) => words !== "");
  if (!saturated) return hosts.join(" ");
  const engineShare = Math.max(0, ...engines.map((one) => one.share(ticks)));
  const buffers = creditLoopWords(composition, counters, ticks, engineShare);
  // Of a lane that cannot carry what is offered to it, nobody knows whether heads hold it back, too.
  const isKnown = buffers?.holds === "links" || buffers?.holds === "lane";
  const heads =
    isKnown || hosts.length > 0
      ? ""
      : headOfLineWords(composition, counters, ticks);
  // What links inside would have to carry is told from what they do, where nothing else leaves them less than their part.
  const small =
    buffers === undefined || (buffers.holds === "inside" && heads === "")
      ? ""
      : `${heads === "" ? "No link is full:" : "Nor could a link be full:"} ${buffers.words}`;
  return [busiestLink(fabric, counters, ticks), heads, small, ...hosts]
    .filter((words) => words !== "")
    .join(" ");
}

/** As {@link runExperiment}, with the metrics' observers. */
export async function observeExperiment(
  experiment: Experiment,
  options: RunOptions = {},
): Promise<ObservedRun> {
  const started = options.clock?.() ?? 0;
  const composition = compose(experiment);
  options.onNotes?.(idleParts(composition));
  const composed = await breatheSince(started, options);
  const engine = await (options.engine === undefined
    ? oneThread(composition, options.fresh === true)
    : options.engine(composition));
  try {
    await breatheSince(composed, options);
    const drive = new Drive(composition, engine, options);
    const finite = composition.traffic.some((traffic) => traffic.finite);
    const reached = await (finite ? runFinite(drive) : runOpenLoop(drive));
    const ended = allUnroutable(drive, reached)
      ? withoutArrivals(drive, reached)
      : reached;
    const counters = ended.counters ?? engine.takeChannelCounters();
    ended.metrics.channels(counters, ended.ticks);
    const where = bottleneckWords(drive, counters, ended);
    const result = resultOf(
      composition,
      engine,
      where === "" ? ended : { ...ended, verdict: `${ended.verdict} ${where}` },
      drive.changes.results(),
      (options.clock?.() ?? 0) - started,
    );
    return {
      result,
      metrics: ended.metrics,
      composition,
      ticks: ended.ticks,
    };
  } finally {
    await engine.close?.();
  }
}

/** The default engine: one network in this thread. */
function oneThread(
  composition: Composition,
  fresh: boolean,
): Engine | Promise<Engine> {
  const { threads } = composition.experiment;
  if (threads > 1) {
    throw new FabricError({
      code: "E_SIM_THREADS_UNSUPPORTED",
      message: "this engine runs in one thread",
      where: { path: "threads" },
      got: String(threads),
      expected: "1",
      hint: "pass an engine that splits the fabric over threads as `engine`; a browser page has none",
    });
  }
  return fresh
    ? createFreshNetwork(composition.network)
    : createNetwork(composition.network);
}

function resultOf(
  composition: Composition,
  engine: Engine,
  ended: Ended,
  changes: readonly ChangeResult[],
  wallSeconds: number,
): RunResult {
  const { experiment, tickPs } = composition;
  const { events, packetHops } = engine.counts;
  const { injected, delivered, dropped, inFlight } =
    ended.packets ?? engine.counts;
  const metrics: Record<string, MetricValue> = {};
  for (const [name, value] of Object.entries(
    ended.metrics.results(ended.ticks),
  ))
    metrics[name] = ended.finish(name, value);
  Object.assign(metrics, trafficReports(composition.traffic, metrics));
  const { traffic } = experiment;
  return {
    experiment: experiment.name,
    seed: experiment.seed,
    simulatedPs: ended.end * tickPs,
    warmupPs: ended.warmup * tickPs,
    packets: { injected, delivered, dropped, inFlight },
    metrics: withEntryNames(metrics, traffic),
    status: ended.status,
    verdict: ended.verdict,
    ...(ended.saturated === undefined || ended.saturated.length === 0
      ? {}
      : {
          saturated: ended.saturated.map((at) => traffic[at]?.name ?? at),
        }),
    ...(ended.deadlock === undefined
      ? {}
      : { deadlock: namedCycle(experiment.fabric, ended.deadlock) }),
    ...(ended.unroutable === undefined ? {} : { unroutable: true }),
    ...(changes.length === 0 ? {} : { changes }),
    events,
    packetHops,
    wallSeconds,
  };
}
