import fc from "fast-check";
import { expect, it } from "vitest";
import {
  decodeShard,
  digest,
  encodeShard,
  recordsOf,
  type RecordedMetric,
  type RunRecord,
  type ShardAbout,
} from "@fabriclab/experiment-store";

const about: ShardAbout = {
  experiment: "net",
  factors: [
    { name: "load", column: "load", kind: "number", unit: "" },
    { name: "routing", column: "routing", kind: "text", unit: "" },
  ],
  versions: { fabriclab: "1.2.3" },
};

const record = (
  seed: number,
  metrics: RunRecord["metrics"],
  more: Partial<RunRecord> = {},
): RunRecord => ({
  point: 0,
  seed,
  stage: "design",
  key: digest(String(seed)),
  factors: { load: 0.25, routing: "updn" },
  status: "converged",
  verdict: "Converged.",
  simulatedPs: 2e9,
  warmupPs: 1e6,
  packets: { injected: 12, delivered: 11, dropped: 0, inFlight: 1 },
  events: 99,
  packetHops: 44,
  ...(metrics === undefined ? {} : { metrics }),
  ...more,
});

const failed = (seed: number): RunRecord => ({
  point: 0,
  seed,
  stage: "design",
  key: digest(String(seed)),
  factors: { load: 0.25, routing: "updn" },
  status: "failed",
  error: "E_X: no",
});

const number = (value: number | null = 1): RecordedMetric => ({
  value,
  unit: "ns",
});

async function read(runs: readonly RunRecord[]) {
  const content = await decodeShard(encodeShard(about, runs));
  return recordsOf(content!);
}

/** The records that come back from files of at most `size` runs each. */
async function readFrom(runs: readonly RunRecord[], size: number) {
  const back: (RunRecord | undefined)[] = [];
  for (let at = 0; at < runs.length; at += size)
    back.push(...(await read(runs.slice(at, at + size))));
  return back;
}

const bytes = (runs: readonly RunRecord[]): string =>
  Buffer.from(encodeShard(about, runs)).toString("hex");

it("a file of runs that have all the same says nothing more of them than its columns", async () => {
  const runs = [1, 2].map((seed) =>
    record(seed, { latency: { ...number(seed), detail: { max: 3 } } }),
  );
  const content = await decodeShard(encodeShard(about, runs));
  expect(content?.shapes).toBeUndefined();
  expect(await read(runs)).toEqual(runs);
});

it("runs that have different results, in different orders, come back as they were", async () => {
  const runs = [
    record(1, { a: number(), c: number(null) }),
    failed(2),
    record(3, {
      c: { ...number(), ci95: 2, percentiles: { "50": 1, "99.9": 4 } },
      b: { ...number(), detail: { "without alternate": 1, max: 2 } },
      a: {
        ...number(),
        histogram: [
          [1, 2],
          [3, 1],
        ],
        detail: { "SW<0,1>:1": 0.5, "P(00):1": 0.25 },
      },
    }),
    record(4, { b: { ...number(), detail: { max: 1, min: 0 } } }),
    record(5, undefined, { status: "deadlocked", events: 3, metrics: {} }),
  ];
  const back = await read(runs);
  expect(back).toEqual(runs);
  // Equal says nothing of the order of keys, on which columns depend.
  expect(back.map((run) => Object.keys(run?.metrics ?? {}).join())).toEqual([
    "a,c",
    "",
    "c,b,a",
    "b",
    "",
  ]);
});

it("a run of which something is in no column is not given back, as its file does not hold it", async () => {
  const colliding = record(1, {
    latency: { ...number(), detail: { "a b": 1, "a-b": 2 } },
  });
  const [lost, whole] = await read([colliding, record(2, { b: number() })]);
  expect(lost).toBeUndefined();
  expect(whole).toEqual(record(2, { b: number() }));
  const otherUnit = record(2, { latency: { value: 1, unit: "1" } });
  expect(await read([record(1, { latency: number() }), otherUnit])).toEqual([
    record(1, { latency: number() }),
    undefined,
  ]);
});

const value: fc.Arbitrary<RecordedMetric> = fc
  .record(
    {
      value: fc.option(fc.integer(), { nil: null }),
      unit: fc.constant("ns"),
      ci95: fc.double({ min: 0.5, max: 9 }),
      percentiles: fc.dictionary(fc.constantFrom("50", "90", "99.9"), fc.nat()),
      histogram: fc.constant([[1, 2] as const]),
      detail: fc.dictionary(
        fc.constantFrom("max", "count", "not sent", "p99", "SW<0,1>:1", "12"),
        fc.nat(),
      ),
    },
    { requiredKeys: ["value", "unit"] },
  )
  .map((metric) => metric as RecordedMetric);

it("files made of records that other files gave back have the bytes of those made at once", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.dictionary(fc.constantFrom("x", "y.sl1", "y", "z-1"), value),
        { minLength: 1, maxLength: 6 },
      ),
      fc.integer({ min: 1, max: 6 }),
      fc.integer({ min: 1, max: 6 }),
      async (all, before, after) => {
        const runs = all.map((metrics, at) =>
          at % 3 === 2 ? failed(at) : record(at, metrics),
        );
        const back = await readFrom(runs, before);
        for (let at = 0; at < runs.length; at += after) {
          const part = back.slice(at, at + after);
          expect(part).not.toContain(undefined);
          expect(bytes(part as RunRecord[])).toBe(
            bytes(runs.slice(at, at + after)),
          );
        }
      },
    ),
    { numRuns: 300 },
  );
});
