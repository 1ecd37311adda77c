import { beforeEach, expect, it, vi } from "vitest";
import type { RunRecord } from "@fabriclab/experiment-store";
import type { ShardInput } from "../src/sweep/shard-input.ts";
import { run } from "../src/sweep/shard-task.ts";

/** What the journal of the shard holds, and with what each file was put into its place. */
const seen = vi.hoisted(() => ({
  journal: new Map<string, unknown>(),
  lasting: [] as unknown[],
}));

vi.mock("@fabriclab/experiment-store", () => ({
  openJournal: () =>
    Promise.resolve({
      finished: seen.journal,
      append: () => undefined,
      close: () => undefined,
    }),
  shardStore: () => ({
    put: (...given: unknown[]) => {
      seen.lasting.push(given[3]);
      return Promise.resolve();
    },
  }),
}));
vi.mock("../src/sweep/point-runner.ts", () => ({
  PointRunner: class {
    isFor = (): boolean => true;
    run = (): Promise<RunRecord> => Promise.resolve(record);
  },
}));

const record = {
  key: "a run",
  status: "done",
  metrics: {},
} as unknown as RunRecord;

beforeEach(() => {
  seen.journal.clear();
  seen.lasting.length = 0;
});

it("waits for the disk where runs come from a journal, which goes with them, however quickly that was read", async () => {
  seen.journal.set(record.key, record);
  await run({
    folder: "folder",
    about: {},
    metric: undefined,
    needsMetric: false,
    shard: { key: "a shard", runs: [{ key: record.key }], poisoned: [] },
  } as unknown as ShardInput);
  expect(seen.lasting).toEqual([true]);
});

it("does not wait for the disk where nothing that took long would be lost", async () => {
  await run({
    folder: "folder",
    about: {},
    metric: undefined,
    needsMetric: false,
    shard: { key: "a shard", runs: [], poisoned: [] },
  } as unknown as ShardInput);
  expect(seen.lasting).toEqual([false]);
});
