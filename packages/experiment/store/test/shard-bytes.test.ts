import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import {
  openJournal,
  readResults,
  shardStore,
} from "@fabriclab/experiment-store";
import { shardBytes } from "../src/shard-bytes.ts";

const folder = mkdtempSync(join(tmpdir(), "fabriclab-bytes-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it("refuses what is no file, and names it", async () => {
  const key = "1".repeat(64);
  const file = join(folder, "shards", `${key}.parquet`);
  mkdirSync(file, { recursive: true });
  const refusal = { code: "E_STORE_UNREADABLE", got: "a folder" };
  await expect(readResults(folder)).rejects.toMatchObject({
    ...refusal,
    where: { file },
  });
  await expect(shardStore(folder).get(key)).rejects.toMatchObject(refusal);
});

it("takes a file that went away between two looks for one that is not there", async () => {
  expect(await shardBytes(join(folder, "gone.parquet"))).toBeUndefined();
});

it("keeps a run though another command has taken the journals' empty folder away", async () => {
  const shard = "2".repeat(64);
  const run = {
    ...{ key: "3".repeat(64), point: 0, stage: "design", seed: 1 },
    ...{ factors: {}, status: "failed", error: "no way" },
  } as const;
  const journal = await openJournal(folder, shard);
  rmSync(join(folder, ".work"), { recursive: true });
  journal.append(run);
  journal.close();
  expect((await openJournal(folder, shard)).finished.get(run.key)).toEqual(run);
});
