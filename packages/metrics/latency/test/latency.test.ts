import { latency } from "@fabriclab/metrics-latency";
import { parseOptions, type Metric } from "@fabriclab/spec";
import {
  type JournalEntry,
  writtenContext,
  writtenJournal,
  writtenTraffic,
} from "@fabriclab/testing-conformance";
import { describe, expect, it } from "vitest";

/** Of traffic that says nothing of its classes. */
const make = (options: object = {}): Metric =>
  latency.create(
    writtenContext({ traffic: [] }),
    parseOptions(latency, options),
  );

describe("latency", () => {
  it("runs from birth to the last bit, in nanoseconds", () => {
    const metric = make();
    // Ticks of 4 ns.
    metric.observe(
      writtenJournal([
        { birth: 10, time: 20 },
        { birth: 0, time: 40 },
        { birth: 30, time: 55 },
      ]),
    );
    const { latency: value } = metric.result(100);
    expect(value).toMatchObject({
      value: 100,
      unit: "ns",
      detail: { count: 3, min: 40, max: 160 },
    });
    expect(value!.percentiles).toEqual({
      50: 100,
      90: 160,
      99: 160,
      99.9: 160,
    });
  });

  it("has the percentiles that are asked for, rising and each once", () => {
    // 1 to 200 ticks of 4 ns.
    const entries = Array.from({ length: 200 }, (_, k) => ({
      birth: 0,
      time: k + 1,
    }));
    for (const percentiles of ["99.5, 25,95,25", [25, 99.5, 95]]) {
      const metric = make({ percentiles });
      metric.observe(writtenJournal(entries));
      expect(metric.result(300)["latency"]!.percentiles).toEqual({
        25: 4 * 50,
        95: 4 * 190,
        99.5: 4 * 199,
      });
    }
  });

  it.each(["", "50,,90", "100", "0", "p99", "-1", "101", "1e1", [50, 100]])(
    "refuses %j as percentiles",
    (percentiles) => {
      expect(() => make({ percentiles })).toThrow(
        expect.objectContaining({ code: "E_LATENCY_PERCENTILES" }),
      );
    },
  );

  it("does not depend on the slice's base tick, even where a birth lies before it", () => {
    const metric = make();
    metric.observe(
      writtenJournal(
        [{ birth: 5_000_000_000, time: 5_000_000_010 }],
        5_000_000_005,
      ),
    );
    expect(metric.result(100)["latency"]).toMatchObject({ value: 40 });
  });

  it("counts deliveries only: not injections, drops or stale records", () => {
    const metric = make();
    const entries: JournalEntry[] = [
      { kind: "injected", birth: 0, time: 1 },
      { kind: "dropped", birth: 0, time: 2 },
      { birth: 0, time: 3 },
    ];
    metric.observe(writtenJournal(entries));
    expect(metric.result(10)["latency"]).toMatchObject({
      value: 12,
      detail: { count: 1 },
    });
  });

  it("reports every service level or traffic entry when asked", () => {
    const entries: JournalEntry[] = [
      { birth: 0, time: 10, sl: 0, traffic: 3 },
      { birth: 0, time: 20, sl: 5, traffic: 3 },
      { birth: 0, time: 30, sl: 5, traffic: 12 },
    ];
    const bySl = make({ split: "sl" });
    bySl.observe(writtenJournal(entries));
    expect(
      Object.entries(bySl.result(1)).map(([name, v]) => [name, v.value]),
    ).toEqual([
      ["latency", 80],
      ["latency.sl0", 40],
      ["latency.sl5", 100],
    ]);
    const byTraffic = make({ split: "traffic" });
    byTraffic.observe(writtenJournal(entries));
    expect(
      Object.entries(byTraffic.result(1)).map(([name, v]) => [name, v.value]),
    ).toEqual([
      ["latency", 80],
      ["latency.traffic3", 60],
      ["latency.traffic12", 120],
    ]);
  });

  it("tells where its values lie: the greatest value of each bucket in use, and how many are in it", () => {
    const metric = make({ split: "sl" });
    metric.observe(
      writtenJournal([
        { time: 25, sl: 0 },
        { time: 10, sl: 1 },
        { time: 25, sl: 1 },
        // Between 512 and 1023 ticks a bucket is 4 wide: this one is 1000 to 1003.
        { time: 1001, sl: 1 },
      ]),
    );
    // Ticks of 4 ns.
    expect(metric.distributions?.()).toEqual({
      latency: {
        unit: "ns",
        buckets: [
          [40, 1],
          [100, 2],
          [4012, 1],
        ],
      },
      "latency.sl0": { unit: "ns", buckets: [[100, 1]] },
      "latency.sl1": {
        unit: "ns",
        buckets: [
          [40, 1],
          [100, 1],
          [4012, 1],
        ],
      },
    });
  });

  it("merges splits of which one side lacks a class, and leaves the other observer alone", () => {
    const a = make({ split: "sl" });
    const b = make({ split: "sl" });
    a.observe(writtenJournal([{ time: 10, sl: 1 }]));
    b.observe(writtenJournal([{ time: 20, sl: 2 }]));
    a.merge(b);
    expect(Object.keys(a.result(1))).toEqual([
      "latency",
      "latency.sl1",
      "latency.sl2",
    ]);
    expect(a.result(1)["latency"]!.value).toBe(60);
    expect(Object.keys(b.result(1))).toEqual(["latency", "latency.sl2"]);
    a.observe(writtenJournal([{ time: 30, sl: 2 }]));
    expect(b.result(1)["latency.sl2"]!.detail).toMatchObject({ count: 1 });
  });

  it("forgets warm-up, and has no number where nothing arrived", () => {
    const metric = make({ split: "sl" });
    metric.observe(writtenJournal([{ time: 10 }]));
    metric.reset(10);
    const result = metric.result(10);
    expect(Object.keys(result)).toEqual(["latency"]);
    expect(result["latency"]).toEqual({
      value: NaN,
      unit: "ns",
      absent: "no packet was delivered",
    });
  });

  it("refuses a split that does not exist", () => {
    expect(() => make({ split: "vl" })).toThrow(
      expect.objectContaining({ code: "E_SPEC_BAD_PARAMETER" }),
    );
  });
});

it.each([
  ["traffic", "latency.traffic0", "latency.traffic1"],
  ["sl", "latency.sl0", "latency.sl5"],
])(
  "a class of which nothing arrives has a result without a number, by %s",
  (split, seen, starved) => {
    const first = writtenTraffic([2]);
    const second = {
      ...first,
      streams: first.streams.map((stream) => ({
        ...stream,
        serviceLevels: [5],
      })),
    };
    const metric = latency.create(
      writtenContext({ traffic: [first, second] }),
      parseOptions(latency, { split }),
    );
    metric.observe(writtenJournal([{ birth: 0, time: 10 }]));
    const values = metric.result(100);
    expect(Object.keys(values)).toEqual(["latency", seen, starved]);
    expect(values[seen]!.value).toBe(40);
    expect(values[starved]).toEqual({
      value: NaN,
      unit: "ns",
      absent: "no packet was delivered",
    });
  },
);
