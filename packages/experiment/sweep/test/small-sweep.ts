import {
  factorsOf,
  type Executor,
  type Factor,
  type FactorInput,
  type RunFigures,
  type Shard,
  type SweepPlan,
  type SweepStore,
} from "@fabriclab/experiment-sweep";
import { designPoints } from "@fabriclab/experiment-sweep";

export const columnName = (text: string): string =>
  text.replaceAll(/[^A-Za-z0-9]+/g, "_");

export const values = (
  name: string,
  ...labels: readonly (string | number)[]
): FactorInput => ({
  name,
  values: labels.map((label) => ({
    label,
    sets: [{ path: name, value: label }],
  })),
});

export const factors = (...inputs: readonly FactorInput[]): readonly Factor[] =>
  factorsOf(inputs, { taken: ["seed", "status"], columnName });

export function planOf(
  inputs: readonly FactorInput[],
  more: Partial<SweepPlan> = {},
): SweepPlan {
  const all = factors(...inputs);
  return {
    factors: all,
    points: designPoints("grid", all, { seed: 1 }),
    seed: 1,
    seeds: 1,
    identity: "an experiment",
    ...more,
  };
}

/** What an engine would say of a run. */
export type Engine = (
  levels: Readonly<Record<string, string | number>>,
  seed: number,
  /** How often the point's runs were made longer. */
  longer: number,
) => Partial<RunFigures>;

/** A folder and an executor in memory, with a count of what was computed. */
export function bench(engine: Engine) {
  const files = new Map<string, readonly RunFigures[]>();
  /** Run's key -> figures, of shards that were left. */
  const journal = new Map<string, RunFigures>();
  const computed: string[] = [];
  const store: SweepStore = {
    figures: (shard) => Promise.resolve(files.get(shard.key)),
    kept: (shard) =>
      Promise.resolve(
        new Set(
          shard.runs.map(({ key }) => key).filter((key) => journal.has(key)),
        ),
      ),
  };
  /** Does a shard as far as `stop` lets it. @returns its figures, or undefined when it was stopped */
  const doShard = (
    shard: Shard,
    stop: () => boolean = () => false,
  ): readonly RunFigures[] | undefined => {
    for (const { key, point, seed } of shard.runs) {
      if (journal.has(key)) continue;
      if (stop()) return undefined;
      computed.push(`${point.label}, seed ${seed}`);
      const why = shard.poisoned[key];
      journal.set(key, {
        key,
        point: point.index,
        seed,
        status: "converged",
        value: 1,
        ci95: 0.1,
        ...(why === undefined
          ? engine(point.levels, seed, point.longer ?? 0)
          : { status: "failed", value: null, error: why }),
      });
    }
    const figures = shard.runs.map(({ key }) => journal.get(key)!);
    files.set(shard.key, figures);
    return figures;
  };
  const executor: Executor = {
    name: "memory",
    run(shards, { onEnded }) {
      for (const shard of shards)
        onEnded(shard, { status: "done", figures: doShard(shard)! });
      return Promise.resolve();
    },
  };
  return { files, journal, computed, store, executor, doShard };
}
