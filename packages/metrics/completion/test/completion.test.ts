import { completion } from "@fabriclab/metrics-completion";
import { parseOptions, type Metric, type Traffic } from "@fabriclab/spec";
import {
  type JournalEntry,
  writtenContext,
  writtenJournal,
  writtenTraffic,
} from "@fabriclab/testing-conformance";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

const make = (entries: readonly Traffic[]): Metric =>
  completion.create(
    writtenContext({ traffic: entries }),
    parseOptions(completion, {}),
  );
const two = [writtenTraffic([2, 3], { operations: 2, expectedDeliveries: 4 })];

describe("completion", () => {
  // Operation 0: born at 0, done at 25; operation 1: born at 5, done at 45. Ticks of 4 ns.
  const deliveries: JournalEntry[] = [
    { tag: 0, birth: 0, time: 25 },
    { tag: 1, birth: 5, time: 15 },
    { tag: 0, birth: 0, time: 20 },
    { tag: 1, birth: 5, time: 45 },
  ];

  it("is the time from the first birth to the last delivery", () => {
    const metric = make(two);
    metric.observe(writtenJournal(deliveries));
    const result = metric.result(1000);
    expect(result["completion"]).toEqual({
      value: 180,
      unit: "ns",
      detail: { operations: 2, deliveries: 4 },
    });
    expect(result["completion.operation"]).toEqual({
      value: 130,
      unit: "ns",
      detail: { min: 100, p50: 100, p90: 160, p99: 160, max: 160 },
    });
    // (25 + 10 + 20 + 40) / 4 ticks.
    expect(result["completion.delivery"]).toEqual({
      value: 95,
      unit: "ns",
      detail: { count: 4 },
    });
  });

  it("joins slices with different base ticks", () => {
    const metric = make(two);
    metric.observe(writtenJournal(deliveries.slice(0, 2), 0));
    metric.observe(writtenJournal(deliveries.slice(2), 18));
    expect(metric.result(1)["completion"]!.value).toBe(180);
    expect(metric.result(1)["completion.delivery"]!.value).toBe(95);
  });

  it("keeps the operations of several traffic entries apart and leaves endless traffic out", () => {
    const metric = make([
      writtenTraffic([2], { operations: 1, expectedDeliveries: 1 }),
      writtenTraffic([3, 4]),
      writtenTraffic([5], { operations: 1, expectedDeliveries: 1 }),
    ]);
    metric.observe(
      writtenJournal([
        { traffic: 0, tag: 0, birth: 0, time: 10 },
        { traffic: 1, tag: 99, birth: 0, time: 500 },
        { traffic: 2, tag: 0, birth: 0, time: 30 },
      ]),
    );
    expect(metric.result(1)["completion"]).toMatchObject({
      value: 120,
      detail: { operations: 2, deliveries: 2 },
    });
    expect(metric.result(1)["completion.operation"]!.value).toBe(80);
  });

  it("has no number while something is missing, and says how much", () => {
    const metric = make(two);
    metric.observe(writtenJournal(deliveries.slice(0, 3)));
    expect(metric.result(1)["completion"]).toEqual({
      value: NaN,
      unit: "ns",
      absent: "3 of 4 deliveries were made",
    });
    metric.observe(writtenJournal(deliveries.slice(3)));
    expect(metric.result(1)["completion"]!.value).toBe(180);
    expect(make([writtenTraffic([2])]).result(1)).toEqual({
      completion: {
        value: NaN,
        unit: "ns",
        absent: "no traffic of this run has operations",
      },
    });
  });

  it("has no number where a drop or an injection stands for a delivery", () => {
    const metric = make(two);
    metric.observe(
      writtenJournal(
        deliveries.map((d, i) =>
          i === 1 ? { ...d, kind: "dropped" as const } : d,
        ),
      ),
    );
    expect(metric.result(1)["completion"]!.absent).toBe(
      "3 of 4 deliveries were made",
    );
  });

  it("takes no memory for operations of which nothing is delivered", () => {
    const many = 2_000_000_000;
    const metric = make([
      writtenTraffic([2, 3], { operations: many, expectedDeliveries: many }),
    ]);
    // The first operation of each of two sources.
    metric.observe(
      writtenJournal([
        { tag: 0, birth: 0, time: 5 },
        { tag: many / 2, birth: 0, time: 6 },
      ]),
    );
    expect(metric.result(1)["completion"]!.absent).toBe(
      "2 of 2000000000 deliveries were made",
    );
  });

  it("counts all of thousands of operations, in whatever order they end", () => {
    const many = 3000;
    const metric = make([
      writtenTraffic([2], { operations: many, expectedDeliveries: many }),
    ]);
    // Operation k is born at tick 10 k and takes k + 1 ticks of 4 ns.
    const all = Array.from({ length: many }, (_, k) => ({
      tag: k,
      birth: 10 * k,
      time: 10 * k + k + 1,
    }));
    metric.observe(writtenJournal(all.toReversed()));
    const result = metric.result(1);
    expect(result["completion"]!.value).toBe(4 * 11 * (many - 1) + 4);
    expect(result["completion.operation"]).toMatchObject({
      value: (4 * (many + 1)) / 2,
      detail: { min: 4, p50: 4 * 1500, p99: 4 * 2970, max: 4 * many },
    });
  });

  const entries = fc.array(
    fc.record({
      tag: fc.integer({ min: 0, max: 2 }),
      birth: fc.integer({ min: 0, max: 50 }),
      time: fc.integer({ min: 50, max: 500 }),
    }),
    { maxLength: 20 },
  );
  const seen = (...lists: readonly JournalEntry[][]): Metric => {
    const metric = make([writtenTraffic([2, 3, 4], { operations: 3 })]);
    for (const list of lists) metric.observe(writtenJournal(list));
    return metric;
  };

  it("merged in any order equals observing everything; after a reset only what follows counts", () => {
    fc.assert(
      fc.property(entries, entries, entries, (a, b, c) => {
        const whole = seen(a, b, c).result(1);
        const left = seen(a);
        left.merge(seen(b));
        left.merge(seen(c));
        const right = seen(b);
        right.merge(seen(c));
        const first = seen(a);
        first.merge(right);
        const turned = seen(c);
        turned.merge(seen(a));
        turned.merge(seen(b));
        for (const merged of [left, first, turned])
          expect(merged.result(1)).toEqual(whole);
        const warm = seen(a);
        warm.reset(1);
        warm.observe(writtenJournal(b));
        expect(warm.result(1)).toEqual(seen(b).result(1));
      }),
    );
  });
});
