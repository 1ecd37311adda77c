import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { readResults, shardStore } from "@fabriclab/experiment-store";
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
