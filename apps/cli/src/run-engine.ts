import type { Json } from "@fabriclab/spec";
import type { RunOptions } from "@fabriclab/sim";
import type { Recipe } from "./recipe.ts";

/** From sources as this process runs them, or the built file beside the built command. */
const threadModule = new URL(
  import.meta.url.endsWith(".ts") ? "./run-thread.ts" : "./run-thread.js",
  import.meta.url,
);

/**
 * The engine of a run: more than one thread needs one that splits the fabric, several runs in one thread a fresh loop for each.
 *
 * @param modules named with `--plugin`
 */
export async function engineOf(
  modules: readonly string[],
  recipe: Recipe,
  { threads, seeds }: { readonly threads: number; readonly seeds: number },
): Promise<Pick<RunOptions, "engine" | "fresh">> {
  if (threads <= 1) return seeds === 1 ? {} : { fresh: true };
  const { threadedEngine } =
    await import("@fabriclab/experiment-executor-local");
  return {
    engine: threadedEngine({
      module: threadModule,
      input: ({ experiment }) =>
        ({ recipe, modules, seed: experiment.seed }) as unknown as Json,
    }),
  };
}
