import { throughput } from "@fabriclab/metrics-throughput";
import { parseOptions, type Metric, type MetricContext } from "@fabriclab/spec";
import {
  type JournalEntry,
  writtenContext,
  writtenJournal,
  writtenTraffic,
} from "@fabriclab/testing-conformance";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

const make = (
  extra: Partial<MetricContext> = {},
  options: object = {},
): Metric =>
  throughput.create(writtenContext(extra), parseOptions(throughput, options));
const values = (metric: Metric, ticks: number) =>
  Object.fromEntries(
    Object.entries(metric.result(ticks)).map(([name, v]) => [name, v.value]),
  );

describe("throughput", () => {
  it("is wire bytes per receiver and time, as a fraction of the host links", () => {
    const metric = make({ offeredLoad: 0.3 });
    metric.observe(
      writtenJournal([
        { source: 2, bytes: 100 },
        { source: 3, bytes: 300 },
      ]),
    );
    // 400 bytes in 1000 ticks of 4 ns = 4 us, over 4 receivers of 4 ns a byte: 0.1. 400 bytes in 4 us are 100 MB/s.
    const result = metric.result(1000);
    expect(result["throughput"]).toEqual({
      value: 0.1,
      unit: "1",
      detail: { offered: 0.3 },
    });
    expect(result["throughput.bytes"]!.value).toBeCloseTo(1e8, 3);
    expect(result["throughput.packets"]).toMatchObject({
      value: 5e5,
      detail: { delivered: 2, dropped: 0 },
    });
  });

  it("counts loads by the rates of the hosts' links", () => {
    // Hosts 2 and 4 have 4 ns a byte, 3 and 5 one: 2.5 bytes per ns in all, 1.6 ns a byte in the mean.
    const metric = make({
      hostBytePs: 1600,
      bytePs: (host) => (host % 2 === 0 ? 4000 : 1000),
    });
    metric.observe(
      writtenJournal([
        { source: 2, bytes: 100 },
        { source: 3, bytes: 400 },
        { source: 4, bytes: 100 },
        { source: 5, bytes: 200 },
      ]),
    );
    const result = metric.result(1000);
    // 800 bytes in 4000 ns, of 10,000 that fit.
    expect(result["throughput"]!.value).toBeCloseTo(0.08, 12);
    // All used a tenth of their own links, but the last, which used half as much.
    expect(result["throughput.fairness"]).toMatchObject({
      value: 0.5,
      detail: { min: 0.05, max: 0.1 },
    });
  });

  it("reaches 1 when every host receives all the time", () => {
    const metric = make();
    metric.observe(
      writtenJournal([2, 3, 4, 5].map((source) => ({ source, bytes: 1000 }))),
    );
    expect(metric.result(1000)["throughput"]!.value).toBe(1);
  });

  it("counts drops apart and ignores injections", () => {
    const metric = make();
    metric.observe(
      writtenJournal([
        { kind: "dropped", source: 2, bytes: 50 },
        { kind: "injected", source: 2, bytes: 50 },
      ]),
    );
    expect(metric.result(10)["throughput"]!.value).toBe(0);
    expect(metric.result(10)["throughput.packets"]!.detail).toEqual({
      delivered: 0,
      dropped: 1,
    });
  });

  it("compares the sources, a starved one included and a silent one not", () => {
    const metric = make({
      traffic: [writtenTraffic([2, 3]), writtenTraffic([3, 4])],
    });
    metric.observe(
      writtenJournal([
        { source: 2, bytes: 300 },
        { source: 3, bytes: 100 },
        { source: 4, bytes: 200 },
      ]),
    );
    const fair = metric.result(1000)["throughput.fairness"]!;
    expect(fair.value).toBeCloseTo(1 / 3, 12);
    // Jain: (0.3+0.1+0.2)^2 / (3 (0.09+0.01+0.04)) = 0.36/0.42.
    expect(fair.detail!["min"]).toBeCloseTo(0.1, 12);
    expect(fair.detail!["max"]).toBeCloseTo(0.3, 12);
    expect(fair.detail!["jain"]).toBeCloseTo(6 / 7, 12);
    const starved = make();
    starved.observe(writtenJournal([{ source: 2, bytes: 300 }]));
    expect(starved.result(1000)["throughput.fairness"]!.value).toBe(0);
  });

  it.each([
    ["sl", "throughput.sl2", "throughput.sl5", "throughput.sl9"],
    [
      "traffic",
      "throughput.traffic0",
      "throughput.traffic1",
      "throughput.traffic2",
    ],
  ])("tells the load of every class, by %s", (split, first, second, third) => {
    const entries: readonly JournalEntry[] = [
      { source: 2, bytes: 100, sl: 2, traffic: 0 },
      { source: 3, bytes: 200, sl: 5, traffic: 1 },
      { source: 3, bytes: 500, sl: 5, traffic: 1 },
      { kind: "dropped", source: 4, bytes: 900, sl: 9, traffic: 2 },
      { kind: "injected", source: 4, bytes: 900, sl: 3, traffic: 3 },
    ];
    const metric = make({ traffic: [] }, { split });
    metric.observe(writtenJournal(entries.slice(0, 2)));
    const other = make({ traffic: [] }, { split });
    other.observe(writtenJournal(entries.slice(2)));
    metric.merge(other);
    // As above: 400 bytes in 1000 ticks are 0.1 of four hosts' links.
    const classes = Object.entries(metric.result(1000)).filter(([name]) =>
      /^throughput\.(sl|traffic)/.test(name),
    );
    expect(classes).toEqual([
      [
        first,
        { value: 0.025, unit: "1", detail: { delivered: 1, dropped: 0 } },
      ],
      [
        second,
        { value: 0.175, unit: "1", detail: { delivered: 2, dropped: 0 } },
      ],
      [third, { value: 0, unit: "1", detail: { delivered: 0, dropped: 1 } }],
    ]);
    metric.reset(0);
    expect(Object.keys(metric.result(1000)).join()).not.toMatch(/sl|traffic/);
  });

  it("puts beside the load of a traffic entry what it offers, where it says so", () => {
    const traffic = [
      writtenTraffic([2]),
      { ...writtenTraffic([3]), offeredLoad: 0.3 },
    ];
    const metric = make({ traffic }, { split: "traffic" });
    metric.observe(
      writtenJournal([
        { source: 2, bytes: 100 },
        { source: 3, bytes: 200, traffic: 1 },
      ]),
    );
    const result = metric.result(1000);
    expect(result["throughput.traffic0"]!.detail).not.toHaveProperty("offered");
    expect(result["throughput.traffic1"]).toEqual({
      value: 0.05,
      unit: "1",
      detail: { offered: 0.3, delivered: 1, dropped: 0 },
    });
  });

  it("has no number for an empty interval or a fabric without receivers", () => {
    for (const [metric, ticks] of [
      [make(), 0],
      [make({ receivers: 0 }), 10],
    ] as const) {
      for (const value of Object.values(metric.result(ticks))) {
        expect(value.value).toBeNaN();
        expect(value.absent).toMatch(/./);
      }
    }
    expect(make().result(10)["throughput.fairness"]!.absent).toBe(
      "no packet was delivered",
    );
  });

  const entries = fc.array(
    fc.record({
      kind: fc.constantFrom(
        "delivered" as const,
        "dropped" as const,
        "injected" as const,
      ),
      source: fc.integer({ min: 2, max: 5 }),
      bytes: fc.integer({ min: 1, max: 131072 }),
    }),
    { maxLength: 30 },
  );
  const seen = (...lists: readonly JournalEntry[][]): Metric => {
    const metric = make();
    for (const list of lists) metric.observe(writtenJournal(list));
    return metric;
  };

  it("merged in any order equals observing everything; after a reset only what follows counts", () => {
    fc.assert(
      fc.property(entries, entries, entries, (a, b, c) => {
        const whole = values(seen(a, b, c), 500);
        const left = seen(a);
        left.merge(seen(b));
        left.merge(seen(c));
        const inner = seen(c);
        inner.merge(seen(b));
        inner.merge(seen(a));
        expect(values(left, 500)).toEqual(whole);
        expect(values(inner, 500)).toEqual(whole);
        const warm = seen(a);
        warm.reset(7);
        warm.observe(writtenJournal(b));
        expect(values(warm, 500)).toEqual(values(seen(b), 500));
      }),
    );
  });
});

it("a service level of which nothing arrives has a load of 0", () => {
  const traffic = [
    {
      ...writtenTraffic([2]),
      streams: writtenTraffic([2]).streams.map((stream) => ({
        ...stream,
        serviceLevels: [3],
      })),
    },
  ];
  const metric = make({ traffic }, { split: "sl" });
  expect(metric.result(100)["throughput.sl3"]).toMatchObject({
    value: 0,
    unit: "1",
    detail: { delivered: 0, dropped: 0 },
  });
  expect(metric.result(100)["throughput.sl4"]).toBeUndefined();
});
