import { performance } from "node:perf_hooks";
import { BroadcastChannel } from "node:worker_threads";
import {
  runReplication,
  type Replication,
  type RunProgress,
} from "@fabriclab/sim";
import { blamingPlugins } from "./plugin-calls.ts";
import { loadRegistry } from "./plugins.ts";
import { experimentFor, scenarioOf, type Recipe } from "./recipe.ts";
import { engineOf } from "./run-engine.ts";

/** What a thread is given to run an experiment under one of several seeds. */
export interface SeedTask {
  readonly recipe: Recipe;
  /** Modules named with `--plugin`. */
  readonly modules: readonly string[];
  readonly seed: number;
  /** Name of the broadcast channel for how far the run is; undefined where nobody listens. */
  readonly channel?: string;
}

/** How far one of several runs is. */
export interface SeedProgress {
  readonly seed: number;
  readonly fraction: number;
  readonly packetHops: number;
  readonly phase: RunProgress["phase"];
}

/** A run's progress is told this often. */
const TELL_MS = 100;

/** Called in a thread, once for each of its seeds. */
export const run = (task: SeedTask): Promise<Replication> =>
  blamingPlugins(task.modules, () => replicationOf(task));

async function replicationOf(task: SeedTask): Promise<Replication> {
  const { recipe, modules, seed, channel } = task;
  const registry = await loadRegistry({ modules });
  const scenario = scenarioOf(recipe, registry);
  const experiment = { ...experimentFor(recipe, scenario), seed };
  const out = channel === undefined ? undefined : new BroadcastChannel(channel);
  let next = 0;
  try {
    return await runReplication(experiment, {
      clock: () => performance.now() / 1000,
      ...(await engineOf(modules, recipe, scenario)),
      ...(out === undefined
        ? {}
        : {
            onProgress: ({ phase, fraction, packetHops }) => {
              const now = performance.now();
              if (now < next) return;
              next = now + TELL_MS;
              out.postMessage({
                seed,
                // A share of the caps says nothing about the end.
                fraction: phase === "warm-up" ? 0 : fraction,
                packetHops,
                phase,
              } satisfies SeedProgress);
            },
          }),
    });
  } finally {
    out?.close();
  }
}
