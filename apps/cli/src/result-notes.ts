import { entryLabel, type Experiment, type RunResult } from "@fabriclab/sim";
import { knownValue } from "@fabriclab/spec";
import { entriesOf } from "./value-texts.ts";

/**
 * What the values of some runs have to say besides their numbers, each once; of several runs, the first that says it of a value speaks for all, with its
 * seed. Where several traffic entries report, it is said of which: `traffic[0] and video: …`.
 */
export function resultNotes(
  runs: readonly RunResult[],
  { traffic }: Pick<Experiment, "traffic">,
): string[] {
  const entries = entriesOf({ traffic });
  const heard = new Set<string>();
  const said = new Map<string, Said>();
  for (const { metrics, seed } of runs)
    for (const [name, { note }] of Object.entries(metrics)) {
      if (note === undefined || heard.has(name)) continue;
      heard.add(name);
      const key = JSON.stringify([seed, note]);
      const one = said.get(key) ?? { seed, note, entries: new Set() };
      said.set(key, one);
      const { of } = knownValue(name, {}, entries);
      if (of?.kind === "traffic")
        one.entries.add(entryLabel(traffic, of.number));
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
