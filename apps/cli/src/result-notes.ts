import type { RunResult } from "@fabriclab/sim";

/**
 * What the values of some runs have to say besides their numbers, each once; of several runs, the first that says it of a value speaks for all, with its
 * seed. Where several traffic entries report, it is said of which: `traffic[0] and traffic[1]: …`.
 */
export function resultNotes(runs: readonly RunResult[]): string[] {
  const heard = new Set<string>();
  const said = new Map<string, Said>();
  for (const { metrics, seed } of runs)
    for (const [name, { note }] of Object.entries(metrics)) {
      if (note === undefined || heard.has(name)) continue;
      heard.add(name);
      const key = JSON.stringify([seed, note]);
      const one = said.get(key) ?? { seed, note, entries: new Set() };
      said.set(key, one);
      const entry = ENTRY.exec(name)?.[1];
      if (entry !== undefined) one.entries.add(`traffic[${entry}]`);
    }
  return [...said.values()].map(({ seed, note, entries }) => {
    const of = [
      ...(runs.length === 1 ? [] : [`seed ${seed}`]),
      ...(entries.size === 0 ? [] : [[...entries].join(" and ")]),
    ];
    return of.length === 0 ? note : `${of.join(", ")}: ${note}`;
  });
}

interface Said {
  readonly seed: number;
  readonly note: string;
  readonly entries: Set<string>;
}

/** In the name of a value of one of several traffic entries: `transport.messages.traffic1`. */
const ENTRY = /\.traffic(\d+)$/;
