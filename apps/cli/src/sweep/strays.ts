import { basename } from "node:path";
import { shardFiles, shardStore } from "@fabriclab/experiment-store";
import { designShards } from "@fabriclab/experiment-sweep";
import { planIn, type Manifest } from "./manifest.ts";

/**
 * Takes away files whose runs all belong to other files of the sweep: what a command with fewer seeds leaves behind that ran while another one gave the
 * sweep more. Each of their runs would be counted twice. Of a sweep that decides by results how many runs it has, no file is known to be one.
 *
 * @returns how many there were
 */
export async function removeStrays(
  folder: string,
  manifest: Manifest,
): Promise<number> {
  const { precision, saturation } = manifest.asked;
  const files = await shardFiles(folder);
  if (precision !== null || saturation !== null || files.length === 0) return 0;
  const shards = designShards(planIn(manifest));
  const own = new Set(shards.map(({ key }) => key));
  const strange = files
    .map((file) => basename(file, ".parquet"))
    .filter((key) => !own.has(key));
  if (strange.length === 0) return 0;
  const runs = new Set(
    shards.flatMap((shard) => shard.runs.map(({ key }) => key)),
  );
  const store = shardStore(folder);
  let removed = 0;
  for (const key of strange) {
    const content = await store.get(key);
    // Why the runs: whatever else somebody put there is not ours to take away.
    if (content?.rows.every((row) => runs.has(String(row["key"]))) !== true)
      continue;
    await store.remove(key);
    removed++;
  }
  return removed;
}
