import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parquetMetadata } from "hyparquet";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { ValueText } from "@fabriclab/spec";
import {
  csvLines,
  digest,
  encodeShard,
  openJournal,
  pointsOf,
  pointsTable,
  readResults,
  shardStore,
  type RunRecord,
  type ShardAbout,
} from "@fabriclab/experiment-store";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "fabriclab-store-"));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

const about: ShardAbout = {
  experiment: "torus",
  factors: [
    { name: "load", column: "load", kind: "number", unit: "" },
    {
      name: "traffic[0].size",
      column: "traffic_0_size",
      kind: "number",
      unit: "B",
    },
  ],
  versions: { fabriclab: "1.2.3" },
};

const record = (
  point: number,
  seed: number,
  more: Partial<RunRecord> = {},
): RunRecord => ({
  point,
  seed,
  stage: "design",
  key: digest(`${point} ${seed}`),
  factors: { load: 0.25 * (point + 1), traffic_0_size: 256 },
  status: "converged",
  verdict: "Converged.",
  simulatedPs: 2e9,
  warmupPs: 1e6,
  packets: { injected: 12, delivered: 11, dropped: 0, inFlight: 1 },
  events: 99,
  packetHops: 44,
  metrics: {
    latency: {
      value: 100 + 10 * seed,
      unit: "ns",
      ci95: 3,
      percentiles: { "50": 90, "99.9": 400 },
      detail: { min: 70 },
    },
    "link-load.max": {
      value: 0.5,
      unit: "1",
      detail: { "SW<0,1>:1": 0.5, "P(00):1": 0.25 },
    },
  },
  ...more,
});

const saturated = record(1, 1, {
  status: "saturated",
  metrics: { latency: { value: null, unit: "ns", absent: "saturated" } },
});
const failed: RunRecord = {
  point: 2,
  seed: 1,
  stage: "design",
  key: digest("2 1"),
  factors: { load: 0.75, traffic_0_size: 256 },
  status: "failed",
  error: "E_X: no",
};
const a = digest("a");
const b = digest("b");

describe("a result folder", () => {
  it("gives back what was put, by point and seed, with units", async () => {
    const store = shardStore(folder);
    await store.put(b, about, [saturated, failed]);
    await store.put(a, about, [record(0, 2), record(0, 1)]);
    const results = await readResults(folder);
    expect(results.experiment).toBe("torus");
    expect(results.factors).toEqual([
      {
        name: "load",
        column: "load",
        kind: "number",
        unit: "",
        values: [0.25, 0.5, 0.75],
      },
      {
        name: "traffic[0].size",
        column: "traffic_0_size",
        kind: "number",
        unit: "B",
        values: [256],
      },
    ]);
    expect(results.rows.map(({ point, seed }) => [point, seed])).toEqual([
      [0, 1],
      [0, 2],
      [1, 1],
      [2, 1],
    ]);
    expect(results.rows[0]).toMatchObject({
      load: 0.25,
      traffic_0_size: 256,
      status: "converged",
      error: null,
      simulated_ps: 2e9,
      packets_in_flight: 1,
      latency: 110,
      latency_ci95: 3,
      latency_p99_9: 400,
      latency_min: 70,
      link_load_max_places: '{"SW<0,1>:1":0.5,"P(00):1":0.25}',
    });
    expect(results.rows[2]).toMatchObject({ latency: null });
    expect(results.rows[3]).toMatchObject({
      status: "failed",
      error: "E_X: no",
      events: null,
    });
    expect(results.metrics[0]).toEqual({
      name: "latency",
      column: "latency",
      unit: "ns",
      interval: "latency_ci95",
      percentiles: [
        { percentile: 50, column: "latency_p50" },
        { percentile: 99.9, column: "latency_p99_9" },
      ],
      details: ["latency_min"],
    });
    const unit = (name: string) =>
      results.columns.find((column) => column.name === name)?.unit;
    expect([
      unit("latency"),
      unit("traffic_0_size"),
      unit("warmup_ps"),
    ]).toEqual(["ns", "B", "ps"]);
  });

  it("does not take a file for whole in which one bit is wrong", async () => {
    const store = shardStore(folder);
    await store.put(a, about, [record(0, 1), record(0, 2)]);
    const file = join(folder, "shards", `${a}.parquet`);
    const whole = readFileSync(file);
    // Every part of the file: values, their pages' heads, metadata, the checksum itself.
    for (let at = 0; at < whole.length; at += 61) {
      const bytes = Buffer.from(whole);
      bytes[at] = whole[at]! ^ 4;
      writeFileSync(file, bytes);
      expect(await store.get(a)).toBeUndefined();
    }
    writeFileSync(file, whole);
    expect((await store.get(a))?.rows).toHaveLength(2);
  });

  it("says in every file what its columns mean", () => {
    const bytes = encodeShard(about, [record(0, 1)]);
    const { key_value_metadata: pairs } = parquetMetadata(
      bytes.buffer as ArrayBuffer,
    );
    const told = JSON.parse(
      pairs?.find(({ key }) => key === "fabriclab")?.value ?? "",
    ) as { columns: { name: string; unit: string; description: string }[] };
    expect(told).toMatchObject({
      experiment: "torus",
      versions: { fabriclab: "1.2.3" },
    });
    expect(told.columns.find(({ name }) => name === "latency_p50")).toEqual({
      name: "latency_p50",
      type: "DOUBLE",
      unit: "ns",
      description:
        "latency: percentile 50, the smallest single value that at least 50 % of them do not exceed.",
      role: "percentile",
      metric: "latency",
      percentile: 50,
    });
    expect(
      told.columns.every(({ description }) => description.length > 3),
    ).toBe(true);
  });

  it("keeps histograms as JSON, and tells what a metric is and what its details are", async () => {
    const value = {
      value: 50,
      unit: "ns",
      histogram: [
        [40, 3],
        [80, 1],
      ] as const,
      detail: { count: 4, max: 79, odd: 7 },
    };
    await shardStore(folder).put(
      a,
      { ...about, summaries: { wait: "Time in queues." } },
      [record(0, 1, { metrics: { wait: value, "wait.longest": value } })],
    );
    const { columns, metrics, rows } = await readResults(folder);
    const told = Object.fromEntries(
      columns.map(({ name, unit, description }) => [name, [unit, description]]),
    );
    expect(told["wait"]).toEqual([
      "ns",
      "wait: Time in queues. Empty where the run has no such result, as the mean latency of a saturated one.",
    ]);
    expect(told["wait_count"]).toEqual([
      "1",
      "wait: how many single values the result is of.",
    ]);
    expect(told["wait_max"]).toEqual([
      "ns",
      "wait: largest single value that the result is of.",
    ]);
    expect(told["wait_odd"]).toEqual([
      "",
      'wait: number "odd" beside it, of which the metric gives no unit.',
    ]);
    expect(told["wait_longest"]?.[1]).toMatch(
      /^wait\.longest: result "longest" of the metric wait, which is: Time in queues\./,
    );
    expect(metrics[0]?.histogram).toBe("wait_histogram");
    expect(rows[0]?.["wait_histogram"]).toBe("[[40,3],[80,1]]");
  });

  it("tells of each value and each number beside it what their plugin says, with unit, class and place", async () => {
    const one = (unit: string, detail = {}) => ({ value: 1, unit, detail });
    const values: Readonly<Record<string, ValueText>> = {
      flow: {
        text: "What flows.",
        details: {
          offered: ["1", "What was to flow."],
          delivered: ["packets", "What arrived."],
        },
        perPlace: true,
      },
      "flow.bytes": { text: "Bytes per second.", places: "bytes at places" },
    };
    await shardStore(folder).put(a, { ...about, values }, [
      record(0, 1, {
        metrics: {
          flow: one("1", { offered: 0.5 }),
          "flow.bytes": one("B/s", { "S1:2": 7 }),
          "flow.sl3": one("1", { delivered: 7 }),
          "flow.S4": one("1"),
        },
      }),
    ]);
    const { columns } = await readResults(folder);
    const told = Object.fromEntries(
      columns.map(({ name, unit, description }) => [
        name,
        `${description} [${unit}]`,
      ]),
    );
    expect(told["flow"]).toMatch(/^flow: What flows\..*\[1\]$/);
    expect(told["flow_offered"]).toBe("flow: What was to flow. [1]");
    expect(told["flow_bytes"]).toMatch(/Bytes per second.*\[B\/s\]$/);
    expect(told["flow_sl3_delivered"]).toBe(
      "flow.sl3: What arrived. Of service level 3 only. [packets]",
    );
    expect(told["flow_S4"]).toMatch(/What flows\. At S4 only\./);
    expect(new Set(columns.map(({ description }) => description)).size).toBe(
      columns.length,
    );
  });

  it("takes the runs of a point together: mean and Student-t interval over seeds", async () => {
    await shardStore(folder).put(a, about, [
      record(0, 1),
      record(0, 2),
      record(0, 3),
      saturated,
    ]);
    const results = await readResults(folder);
    const [point, other] = pointsOf(results);
    // 110, 120, 130: standard deviation 10; t of 2 degrees of freedom at 97.5 % is 4.30265 (any table).
    expect(point?.metrics["latency"]?.mean).toBeCloseTo(120, 9);
    expect(point?.metrics["latency"]?.ci95).toBeCloseTo(
      (4.30265 * 10) / Math.sqrt(3),
      3,
    );
    expect(point?.seeds).toEqual([1, 2, 3]);
    expect(other).toMatchObject({
      status: "saturated",
      factors: { load: 0.5 },
    });
    expect(other?.metrics["latency"]).toMatchObject({
      mean: NaN,
      absent: "seed 1: saturated, no latency",
    });
    const { rows } = pointsTable(results);
    expect(rows[0]).toMatchObject({ runs: 3, latency: 120, latency_p50: 90 });
    expect(rows[1]).toMatchObject({ latency: null });
  });

  it("gives intervals the level that the runs were asked for", async () => {
    const at = (seed: number): RunRecord =>
      record(0, seed, { confidence: 0.99 });
    await shardStore(folder).put(a, about, [at(1), at(2), at(3)]);
    const results = await readResults(folder);
    const [point] = pointsOf(results);
    // t of 2 degrees of freedom at 99.5 % is 9.92484 (any table).
    expect(point?.confidence).toBe(0.99);
    expect(point?.metrics["latency"]?.ci95).toBeCloseTo(
      (9.92484 * 10) / Math.sqrt(3),
      3,
    );
    expect(pointsTable(results).rows[0]).toMatchObject({ confidence: 0.99 });
    expect(results.rows[0]).toMatchObject({ confidence: 0.99 });
  });

  it("gives no level to a point whose runs all failed", async () => {
    const failed = (seed: number): RunRecord => {
      const { metrics: _, ...rest } = record(0, seed);
      return { ...rest, status: "failed", error: "E_ODD: no" };
    };
    await shardStore(folder).put(a, about, [
      failed(1),
      failed(2),
      record(1, 1, { confidence: 0.99 }),
    ]);
    const results = await readResults(folder);
    expect(pointsOf(results).map(({ confidence }) => confidence)).toEqual([
      undefined,
      0.99,
    ]);
    expect(pointsTable(results).rows[0]).toMatchObject({ confidence: null });
  });

  it("counts the single values of a point's runs, where the metric counts them", async () => {
    const counted = (seed: number, count: number): RunRecord => {
      const { metrics, ...rest } = record(0, seed);
      const latency = { ...metrics!["latency"]!, detail: { count } };
      return { ...rest, metrics: { ...metrics, latency } };
    };
    await shardStore(folder).put(a, about, [counted(1, 40), counted(2, 6)]);
    const { columns, rows } = pointsTable(await readResults(folder));
    expect(rows[0]).toMatchObject({ latency: 115, latency_count: 46 });
    expect(rows[0]).not.toHaveProperty("link_load_max_count");
    expect(columns.find(({ name }) => name === "latency_count")).toMatchObject({
      metric: "latency",
      description: expect.stringContaining("runs have together") as string,
    });
  });

  it("counts the runs of a point that are saturated, be it in their endless traffic alone", async () => {
    const finished = { ...record(0, 1), status: "finished" };
    await shardStore(folder).put(a, about, [
      { ...finished, saturated: "traffic[1]" },
      { ...finished, seed: 2, key: "2".repeat(64) },
    ]);
    const results = await readResults(folder);
    expect(results.rows.map((row) => row["saturated"])).toEqual([
      "traffic[1]",
      null,
    ]);
    const [point] = pointsOf(results);
    expect(point).toMatchObject({ status: "finished", saturated: 1 });
    expect(pointsTable(results).rows[0]).toMatchObject({
      runs: 2,
      saturated: 1,
    });
  });

  it("gives no interval of a count over runs of which some were longer than others", async () => {
    const counted = (seed: number, simulatedPs: number): RunRecord =>
      record(0, seed, {
        simulatedPs,
        metrics: {
          "link-load.packets": { value: 10 * seed, unit: "packets" },
          latency: { value: 100 * seed, unit: "ns" },
        },
      });
    await shardStore(folder).put(a, about, [counted(1, 1e9), counted(2, 2e9)]);
    const [point] = pointsOf(await readResults(folder));
    expect(point?.metrics["link-load.packets"]).toMatchObject({ mean: 15 });
    expect(point?.metrics["link-load.packets"]?.ci95).toBeUndefined();
    // t(0.975, 1) = 12.706, half the range of two values.
    expect(point?.metrics["latency"]?.ci95).toBeCloseTo(12.706 * 50, 0);
  });

  it("is written as CSV with quotes where they are needed", async () => {
    await shardStore(folder).put(a, about, [record(0, 1)]);
    const [head, row] = [...csvLines(await readResults(folder), true)];
    expect(head).toMatch(
      /^experiment,point,seed,stage,load,traffic_0_size \[B\],/,
    );
    expect(row).toContain(',"{""SW<0,1>:1"":0.5,""P(00):1"":0.25}",');
  });

  it("has equal bytes for equal runs", async () => {
    expect(encodeShard(about, [record(0, 1)])).toEqual(
      encodeShard(about, [
        JSON.parse(JSON.stringify(record(0, 1))) as RunRecord,
      ]),
    );
    const store = shardStore(folder);
    await store.put(a, about, [record(0, 1)]);
    const before = readFileSync(join(folder, "shards", `${a}.parquet`));
    await store.put(a, about, [record(0, 1)]);
    expect(readFileSync(join(folder, "shards", `${a}.parquet`))).toEqual(
      before,
    );
    expect(readdirSync(join(folder, "shards"))).toEqual([`${a}.parquet`]);
  });

  it("passes over a file that is cut short or none of its own, and tells of it", async () => {
    const damaged: string[] = [];
    const store = shardStore(folder, {
      onDamaged: (file) => damaged.push(file),
    });
    await store.put(a, about, [record(0, 1)]);
    await store.put(b, about, [record(1, 1)]);
    const file = join(folder, "shards", `${a}.parquet`);
    const whole = readFileSync(file);
    // As a loss of power may leave it, too: empty, or zeros.
    const cuts = [0, 1, 16, 40, 100, whole.length - 30, whole.length - 1];
    for (const cut of [
      ...cuts.map((length) => whole.subarray(0, length)),
      Buffer.alloc(whole.length),
    ]) {
      writeFileSync(file, cut);
      expect(await store.get(a), `${cut.length} bytes`).toBeUndefined();
      expect(damaged.pop()).toBe(file);
    }
    truncateSync(file, whole.length - 30);
    writeFileSync(join(folder, "shards", "notes.parquet"), "mine");
    expect(await store.get(a)).toBeUndefined();
    expect(await store.get(digest("never"))).toBeUndefined();
    expect(damaged).toEqual([file]);
    expect((await readResults(folder)).rows).toHaveLength(1);
  });

  it("refuses a key that would name a file elsewhere", async () => {
    const store = shardStore(folder);
    await expect(
      store.put("../../evil", about, [record(0, 1)]),
    ).rejects.toMatchObject({ code: "E_STORE_KEY" });
    await expect(store.get(`${"0".repeat(61)}/..`)).rejects.toMatchObject({
      code: "E_STORE_KEY",
    });
    expect(readdirSync(folder)).toEqual([]);
  });

  it("says that there is nothing, and that files do not belong together", async () => {
    await expect(readResults(folder)).rejects.toMatchObject({
      code: "E_STORE_NO_RESULTS",
    });
    const store = shardStore(folder);
    await store.put(a, about, [record(0, 1)]);
    await store.put(b, { ...about, experiment: "mesh" }, [record(0, 1)]);
    await expect(readResults(folder)).rejects.toMatchObject({
      code: "E_STORE_MIXED_RESULTS",
    });
  });

  it("waits for the disk, unless what it puts is soon made again", async () => {
    const waited: boolean[] = [];
    const store = shardStore(folder, {
      files: {
        write(file, bytes, lasting) {
          writeFileSync(file, bytes);
          waited.push(lasting);
        },
        rename: renameSync,
        remove: (file) => rmSync(file),
      },
    });
    await store.put(a, about, [record(0, 1)]);
    await store.put(b, about, [record(0, 2)], false);
    expect(waited).toEqual([true, false]);
    expect((await store.get(b))?.rows).toHaveLength(1);
  });

  it("leaves nothing half-written on a full disk", async () => {
    const full = shardStore(folder, {
      files: {
        write(file, bytes) {
          writeFileSync(file, bytes.subarray(0, 10));
          throw Object.assign(new Error("write"), { code: "ENOSPC" });
        },
        rename: () => undefined,
        remove: (file) => rmSync(file),
      },
    });
    await expect(full.put(a, about, [record(0, 1)])).rejects.toMatchObject({
      code: "E_STORE_UNWRITABLE",
      got: "no space left on the device",
    });
    expect(readdirSync(join(folder, "shards"))).toEqual([]);
  });
});

describe("the journal of a shard", () => {
  it("keeps finished runs of all who worked on it until the file is there", async () => {
    const one = await openJournal(folder, a);
    one.append(record(0, 1));
    const twin = await openJournal(folder, a);
    twin.append(record(0, 2));
    const other = await openJournal(folder, b);
    expect(other.finished.size).toBe(0);
    const next = await openJournal(folder, a);
    expect([...next.finished.values()]).toEqual([record(0, 1), record(0, 2)]);
    await shardStore(folder).put(a, about, [record(0, 1), record(0, 2)]);
    expect((await openJournal(folder, a)).finished.size).toBe(0);
  });

  it("passes over a line that a kill cut short, or that somebody changed", async () => {
    const journal = await openJournal(folder, a);
    journal.append(record(0, 1));
    journal.append(record(0, 2));
    const place = join(folder, ".work/journals");
    const file = join(place, readdirSync(place)[0]!);
    const text = readFileSync(file, "utf8");
    for (let length = 0; length < text.length; length += 97) {
      writeFileSync(file, text.slice(0, length));
      const { finished } = await openJournal(folder, a);
      const whole = text.slice(0, length).split("\n").length - 1;
      expect(finished.size).toBe(whole);
    }
    writeFileSync(file, text.replace('"seed":1', '"seed":3'));
    expect([...(await openJournal(folder, a)).finished.keys()]).toEqual([
      digest("0 2"),
    ]);
  });
});
