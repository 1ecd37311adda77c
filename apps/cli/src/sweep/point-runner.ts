import type { RunRecord } from "@fabriclab/experiment-store";
import {
  blame,
  buildFabric,
  experimentOf,
  extendRegistry,
  parseScenario,
  readScenario,
  type Override,
  type Registry,
  type Scenario,
} from "@fabriclab/formats-scenario";
import {
  observeExperiment,
  rehearse,
  resultName,
  type Experiment,
  type ObservedRun,
  type TableSource,
  type Use,
} from "@fabriclab/sim";
import type { Fabric } from "@fabriclab/spec";
import { readFabricFile } from "../fabric-file.ts";
import { loadRegistry } from "../plugins.ts";
import { filePlugins, nameOf } from "../recipe.ts";
import { printable } from "../result-json.ts";
import type { ShardInput, ShardRun } from "./shard-input.ts";

/**
 * A run of more packet-hops than this, some second, is worth a loop that V8 compiles for it alone.
 *
 * Why not its time: that of a thread that was stopped meanwhile (Ctrl-Z, a laptop's lid) says nothing of the run, and a loop for a run of milliseconds takes a tenth of a second.
 */
const LONG_HOPS = 10_000_000;

type Measured = Omit<RunRecord, "key" | "point" | "stage" | "seed" | "factors">;

/** Runs the points of one sweep in this thread, and keeps what several of them share: the parsed file, plugins, fabrics. */
export class PointRunner {
  readonly #input: ShardInput;
  readonly #parsed;
  #registry: Registry | undefined;
  /** The last fabric, and what it was made from: most sweeps have few, and large ones must not pile up. */
  #fabric:
    | { readonly key: string; readonly from: unknown; readonly fabric: Fabric }
    | undefined;
  /** The last tables' description, and what they are computed from: the simulator computes them once for each such value. */
  #tables: { readonly key: string; readonly source: TableSource } | undefined;
  /** The last point: its seeds follow one another. */
  #experiment:
    | {
        readonly point: number;
        readonly scenario: Scenario;
        readonly experiment: Experiment;
      }
    | undefined;
  #rehearsed = false;
  #long = false;

  constructor(input: ShardInput) {
    this.#input = input;
    this.#parsed = parseScenario(input.recipe.text, nameOf(input.recipe));
  }

  /** Whether it runs points of this sweep, too. */
  isFor({ recipe, modules }: ShardInput): boolean {
    const own = this.#input;
    return (
      JSON.stringify([recipe, modules]) ===
      JSON.stringify([own.recipe, own.modules])
    );
  }

  /** @throws what the point's scenario or its run throws, with its place in the scenario */
  async run(run: ShardRun): Promise<Measured> {
    const { scenario, experiment } = await this.#experimentOf(run);
    let observed: Awaited<ReturnType<typeof observeExperiment>>;
    try {
      observed = await observeExperiment(
        { ...experiment, seed: run.seed },
        this.#long ? { fresh: true } : {},
      );
    } catch (error) {
      throw blame(scenario, error);
    }
    const { status, verdict, simulatedPs, warmupPs } = observed.result;
    const { packets, events, packetHops, saturated } = observed.result;
    this.#long = packetHops > LONG_HOPS;
    if (!this.#rehearsed && !this.#long) rehearseOf(experiment);
    this.#rehearsed = true;
    return printable({
      status,
      verdict,
      ...(saturated === undefined
        ? {}
        : {
            saturated: saturated
              .map((at) => (typeof at === "string" ? at : `traffic[${at}]`))
              .join(", "),
          }),
      confidence: experiment.measure.confidence,
      simulatedPs,
      warmupPs,
      packets,
      events,
      packetHops,
      metrics: withHistograms(observed),
    }) as Measured;
  }

  async #experimentOf({ point, sets }: ShardRun): Promise<{
    readonly scenario: Scenario;
    readonly experiment: Experiment;
  }> {
    if (this.#experiment?.point === point) return this.#experiment;
    const scenario = await this.#scenario(
      sets.map(({ path, value }) => ({
        path,
        value,
        flag: `sweep.vary ${path}=${typeof value === "object" ? JSON.stringify(value) : value}`,
      })),
    );
    const found = experimentOf(scenario, this.#fabricOf(scenario));
    const experiment = {
      ...found,
      tables: this.#sourceOf(found.tables),
      threads: 1,
    };
    this.#experiment = { point, scenario, experiment };
    return this.#experiment;
  }

  async #scenario(sets: readonly Override[]): Promise<Scenario> {
    const { recipe, modules } = this.#input;
    this.#registry ??= extendRegistry(
      await loadRegistry({ modules }),
      filePlugins(recipe),
    );
    return readScenario(recipe.text, {
      file: nameOf(recipe),
      registry: this.#registry,
      overrides: [...recipe.overrides, ...sets],
      parsed: this.#parsed,
      sweep: true,
    });
  }

  /** An equal source of an earlier point, where the last one is equal. */
  #sourceOf(source: TableSource): TableSource {
    if ("given" in source) return source;
    // The same parts as last time, be they named or not: what follows need not be written out.
    if (this.#tables !== undefined && isSame(source, this.#tables.source))
      return this.#tables.source;
    const key = textOf(
      Object.entries(source).map(([part, { plugin, options }]) => [
        part,
        plugin.name,
        options,
      ]),
    );
    if (this.#tables?.key !== key) this.#tables = { key, source };
    return this.#tables.source;
  }

  #fabricOf(scenario: Scenario): Fabric {
    const { fabric: file } = this.#input.recipe;
    const { topology } = scenario;
    if (this.#fabric?.from === topology) return this.#fabric.fabric;
    const { plugin, options } = topology;
    const key = file ?? textOf([plugin.name, options]);
    const fabric =
      this.#fabric?.key === key
        ? this.#fabric.fabric
        : file === undefined
          ? buildFabric(scenario)
          : readFabricFile(file).fabric;
    this.#fabric = { key, from: topology, fabric };
    return fabric;
  }
}

/** Has V8 see what later points may do: nothing but speed depends on it. */
function rehearseOf(experiment: Experiment): void {
  try {
    rehearse(experiment);
  } catch {
    // Why: with links so much slower, a delay may be longer than the engine can count. The points' own are not.
  }
}

/** Whether two sources have the same plugins with the same options, as a scenario shares what it does not vary. */
function isSame(one: TableSource, other: TableSource): boolean {
  if ("given" in one || "given" in other) return false;
  const parts = Object.entries(one);
  const others = other as unknown as Record<string, Use | undefined>;
  return (
    parts.length === Object.keys(other).length &&
    parts.every(
      ([part, { plugin, options }]) =>
        plugin === others[part]?.plugin && options === others[part]?.options,
    )
  );
}

/** JSON, of large numbers, too. */
const textOf = (value: unknown): string =>
  JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === "bigint" ? `${inner}n` : inner,
  );

/** The results, with the histograms of those that are means of single values and have a mean: those of a saturated run are no steady state's. */
function withHistograms({
  result,
  metrics,
  composition,
}: ObservedRun): Record<string, object> {
  const found: Record<string, object> = { ...result.metrics };
  for (const observer of metrics.observers) {
    for (const [own, { buckets }] of Object.entries(
      observer?.distributions?.() ?? {},
    )) {
      const name = resultName(own, composition.experiment.traffic);
      const value = result.metrics[name];
      if (value !== undefined && Number.isFinite(value.value))
        found[name] = { ...value, histogram: buckets };
    }
  }
  return found;
}
