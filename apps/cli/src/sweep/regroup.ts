import {
  openJournal,
  recordsOf,
  removeJournals,
  shardStore,
  type RunRecord,
} from "@fabriclab/experiment-store";
import { designShards, type Shard } from "@fabriclab/experiment-sweep";
import { planIn, withSeeds, type Manifest } from "./manifest.ts";

/**
 * Hands the finished runs of a sweep that was given more seeds on to the files that they belong to now, as runs that these had finished when they were
 * interrupted: so the files end with the bytes of a sweep that had all its seeds from the start. Files that hold the same runs as before stay.
 *
 * Killed anywhere, it may be done again: what is taken away is on the disk elsewhere by then.
 *
 * @param seeds how many each point had
 * @returns how many runs were handed on; one whose file does not hold all of its record is done again
 * @throws FabricError `E_STORE_UNWRITABLE`
 */
export async function regroup(
  folder: string,
  manifest: Manifest,
  seeds: number,
): Promise<number> {
  const { gone, after } = change(manifest, seeds);
  const wanted = new Set(
    gone.flatMap(({ runs }) => runs.map(({ key }) => key)),
  );
  const shardOf = new Map(
    after.flatMap(({ key, runs }) =>
      runs
        .filter((run) => wanted.has(run.key))
        .map((run) => [run.key, key] as const),
    ),
  );
  let moved = 0;
  for (const shard of gone)
    moved += await handOn(folder, await finishedIn(folder, shard), shardOf);
  const store = shardStore(folder);
  for (const { key } of gone) {
    await store.remove(key);
    removeJournals(folder, key);
  }
  return moved;
}

/** Whether any runs would go into other files than they are in. */
export const regroups = (manifest: Manifest, seeds: number): boolean =>
  change(manifest, seeds).gone.length > 0;

/** The shards that are no more, of those with fewer seeds, and all that there are with more. */
function change(
  manifest: Manifest,
  seeds: number,
): { readonly gone: readonly Shard[]; readonly after: readonly Shard[] } {
  const before = designShards(planIn(withSeeds(manifest, seeds)));
  const after = designShards(planIn(manifest));
  const stays = new Set(after.map(({ key }) => key));
  return { gone: before.filter(({ key }) => !stays.has(key)), after };
}

/** The records of a shard's file, or of its journals where it has none yet. */
async function finishedIn(
  folder: string,
  { key, runs }: Shard,
): Promise<RunRecord[]> {
  const content = await shardStore(folder).get(key);
  const own = new Set(runs.map((run) => run.key));
  const records =
    content === undefined
      ? [...(await openJournal(folder, key)).finished.values()]
      : recordsOf(content);
  return records.filter(
    (record): record is RunRecord =>
      record !== undefined && own.has(record.key),
  );
}

async function handOn(
  folder: string,
  records: readonly RunRecord[],
  shardOf: ReadonlyMap<string, string>,
): Promise<number> {
  const byShard = new Map<string, RunRecord[]>();
  for (const record of records) {
    const shard = shardOf.get(record.key);
    if (shard === undefined) continue;
    const list = byShard.get(shard) ?? [];
    byShard.set(shard, list);
    list.push(record);
  }
  let moved = 0;
  for (const [shard, list] of byShard) {
    const journal = await openJournal(folder, shard);
    try {
      for (const record of list) {
        moved++;
        if (!journal.finished.has(record.key)) journal.append(record);
      }
    } finally {
      journal.close(true);
    }
  }
  return moved;
}
