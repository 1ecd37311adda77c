import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { FabricError } from "@fabriclab/spec";
import type { RunRecord } from "./run-record.ts";
import { removeJournals } from "./journal.ts";
import { publish, type PublishingFiles } from "./publish.ts";
import { shardBytes } from "./shard-bytes.ts";
import {
  decodeShard,
  encodeShard,
  type ShardAbout,
  type ShardContent,
} from "./shard-file.ts";

/** The finished shards of a result folder: `<folder>/shards/<key>.parquet`. */
export interface ShardStore {
  /** What a shard's file holds; undefined when there is none, or a damaged one. */
  get(shard: string): Promise<ShardContent | undefined>;
  /**
   * Puts a shard's file into its place and removes its journals. The same runs give the same bytes, so a twin may do so, too.
   *
   * @param lasting whether to wait for the disk (default): what a loss of power leaves damaged is computed again, so not for what took less time than that
   */
  put(
    shard: string,
    about: ShardAbout,
    runs: readonly RunRecord[],
    lasting?: boolean,
  ): Promise<void>;
  /** Takes a shard away, to be computed again. */
  remove(shard: string): Promise<void>;
}

export interface ShardStoreOptions {
  readonly onDamaged?: (file: string) => void;
  readonly files?: PublishingFiles;
}

/**
 * The finished shards of a result folder, which several processes may share.
 *
 * @throws FabricError `E_STORE_KEY` for a key that is not 64 hexadecimal digits (so none names a file elsewhere), `E_STORE_UNREADABLE`, `E_STORE_UNWRITABLE`
 */
export function shardStore(
  folder: string,
  { onDamaged, files }: ShardStoreOptions = {},
): ShardStore {
  return {
    async get(shard) {
      const file = shardFile(folder, shard);
      // Why: a sweep that begins asks for all its shards, and for one that is not there the pool of threads and back take longer than the question.
      if (!existsSync(file)) return undefined;
      const bytes = await shardBytes(file);
      if (bytes === undefined) return undefined;
      const content = await decodeShard(bytes);
      if (content === undefined) onDamaged?.(file);
      return content;
    },
    async put(shard, about, runs, lasting = true) {
      await publish(shardFile(folder, shard), encodeShard(about, runs), {
        lasting,
        ...(files === undefined ? {} : { files }),
      });
      removeJournals(folder, shard);
    },
    remove: (shard) => rm(shardFile(folder, shard), { force: true }),
  };
}

function shardFile(folder: string, shard: string): string {
  if (!/^[0-9a-f]{64}$/.test(shard)) {
    throw new FabricError({
      code: "E_STORE_KEY",
      message: "not a key of the store",
      got: shard,
      expected: "64 hexadecimal digits",
    });
  }
  return join(folder, "shards", `${shard}.parquet`);
}
