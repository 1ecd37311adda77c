import type { Experiment } from "@fabriclab/sim";
import { loadRegistry } from "./plugins.ts";
import { experimentFor, scenarioOf, type Recipe } from "./recipe.ts";

/** What a thread of a split run is given. */
export interface ThreadInput {
  readonly recipe: Recipe;
  /** Modules named with `--plugin`. */
  readonly modules: readonly string[];
  readonly seed: number;
}

/** Called in each thread of a split run: makes the run's experiment again. */
export async function experiment(input: ThreadInput): Promise<Experiment> {
  const registry = await loadRegistry({ modules: input.modules });
  const scenario = scenarioOf(input.recipe, registry);
  return { ...experimentFor(input.recipe, scenario), seed: input.seed };
}
