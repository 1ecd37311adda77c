import { FabricError } from "@fabriclab/spec";
import { deepest, type Located } from "./located.ts";
import { MAX_SEED } from "./max-seed.ts";
import type { PlacedUse } from "./use.ts";

/**
 * Refuses replications whose last seed, `seed + seeds - 1`, is no seed any more.
 *
 * @param root the scenario, with the flags that set its keys
 * @throws FabricError `E_SCENARIO_SEEDS`
 */
export function checkSeeds(root: Located, seed: number, seeds: number): void {
  const last = seed + seeds - 1;
  if (last <= MAX_SEED) return;
  const where = deepest(root, [seeds > 1 ? "seeds" : "seed"]).value.at;
  const given = (key: string, value: number): string => {
    const { file } = deepest(root, [key]).value.at;
    // A flag stands where a file's name would.
    return file?.startsWith("--") === true ? file : `${key}: ${value}`;
  };
  throw new FabricError({
    code: "E_SCENARIO_SEEDS",
    message: `The seeds of the replications, seed to seed + seeds - 1, go past ${MAX_SEED}.`,
    where,
    got: `${given("seed", seed)} and ${given("seeds", seeds)}: the last would be ${last}`,
    expected: `a seed of at most ${MAX_SEED - seeds + 1} for ${seeds} seeds`,
  });
}

/**
 * Refuses a metric that is listed twice with the same parameters: its results would have the same names.
 *
 * @throws FabricError `E_SCENARIO_METRIC_TWICE` at the second
 */
export function checkMetrics(metrics: readonly PlacedUse[]): void {
  const seen = new Map<string, PlacedUse>();
  for (const metric of metrics) {
    const { plugin, options, at } = metric;
    const key = `${plugin.name} ${JSON.stringify(options)}`;
    const first = seen.get(key);
    if (first !== undefined) {
      const place =
        first.at.line === undefined
          ? (first.at.path ?? "before")
          : `line ${first.at.line}`;
      throw new FabricError({
        code: "E_SCENARIO_METRIC_TWICE",
        message: `The metric ${plugin.name} is listed twice.`,
        where: at,
        got: `${plugin.name}, as at ${place}`,
        expected: "each metric once",
      });
    }
    seen.set(key, metric);
  }
}
