import { compose, runExperiment, use, type Experiment } from "@fabriclab/sim";
import {
  defineMetric,
  droppedCopies,
  JOURNAL_BIRTH,
  JOURNAL_CLASS,
  JOURNAL_KIND,
  JOURNAL_SOURCE,
  JOURNAL_STRIDE,
  journalBirth,
  JournalKind,
} from "@fabriclab/spec";
import { z } from "zod";

/** Packets of one birth of one source: what was drawn, and what became of it. */
interface Entry {
  /** Drawn again by a second instance of the traffic, which no network has asked. */
  drawn: number;
  injected: number;
  delivered: number;
  dropped: number;
}

/** By traffic entry: source and birth -> packets. */
type Books = readonly ReadonlyMap<string, Entry>[];

/** Runs an experiment with unicast traffic and keeps books of every packet beside its metrics, which see the same journal and are not asked. */
export async function runWithBooks(experiment: Experiment) {
  const books = experiment.traffic.map(() => new Map<string, Entry>());
  const entry = (traffic: number, source: number, birth: number): Entry => {
    const key = `${source} at ${birth}`;
    const of = books[traffic]!;
    const kept = of.get(key) ?? {
      drawn: 0,
      injected: 0,
      delivered: 0,
      dropped: 0,
    };
    of.set(key, kept);
    return kept;
  };
  const kinds = ["delivered", "injected", "dropped"] as const;
  const plugin = defineMetric({
    name: "books",
    summary: "Keeps every packet's birth and end.",
    cites: [],
    params: z.object({}),
    claims: { unit: "1" },
    injections: true,
    sequential: true,
    create: () => ({
      reset: () => undefined,
      merge: () => undefined,
      result: () => ({ books: { value: 0, unit: "1" } }),
      observe(journal) {
        const { records, count, baseTick } = journal;
        for (let i = 0; i < count; i++) {
          const at = (word: number) => records[i * JOURNAL_STRIDE + word]!;
          const word = at(JOURNAL_CLASS);
          const kind = kinds.find(
            (name) => JournalKind[name] === at(JOURNAL_KIND),
          )!;
          entry(
            (word >>> 8) & 0xff,
            at(JOURNAL_SOURCE),
            baseTick + journalBirth(journal, at(JOURNAL_BIRTH)),
          )[kind] += kind === "dropped" ? droppedCopies(word) : 1;
        }
      },
    }),
  });
  const result = await runExperiment({
    ...experiment,
    metrics: [...experiment.metrics, use(plugin)],
  });
  const { traffic, tickPs } = compose(experiment);
  const end = result.simulatedPs / tickPs;
  const draft = {
    birth: 0,
    dlid: 0,
    bytes: 0,
    sl: 0,
    tag: 0,
    flags: 0,
    retryAt: 0,
  };
  for (const [index, { streams }] of traffic.entries())
    for (const stream of streams)
      while (stream.next(draft) && draft.birth <= end)
        entry(index, stream.source, draft.birth).drawn += 1;
  return { result, books: books as Books };
}
