import type { RunResult } from "@fabriclab/sim";

/** What the values of some runs have to say besides their numbers; of several runs, the first that says it of a value speaks for all, with its seed. */
export function resultNotes(runs: readonly RunResult[]): string[] {
  const said = new Map<string, string>();
  for (const { metrics, seed } of runs)
    for (const [name, { note }] of Object.entries(metrics))
      if (note !== undefined && !said.has(name))
        said.set(name, runs.length === 1 ? note : `seed ${seed}: ${note}`);
  return [...said.values()];
}
