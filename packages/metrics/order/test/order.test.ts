import { order } from "@fabriclab/metrics-order";
import { parseOptions, type Metric } from "@fabriclab/spec";
import {
  writtenContext,
  writtenJournal,
  writtenTraffic,
  type JournalEntry,
} from "@fabriclab/testing-conformance";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

const make = (options: object = {}): Metric =>
  order.create(writtenContext(), parseOptions(order, options));
/** Two streams of frames: frame k of stream s has the tag 2k + s. */
const video = {
  ...writtenTraffic([2]),
  frames: { streams: 2, periodTicks: 100, packets: () => 1 },
};
const seen = (
  entries: readonly JournalEntry[],
  options: object = {},
): Metric => {
  const metric = make(options);
  metric.observe(writtenJournal(entries));
  return metric;
};
const flow = (births: readonly number[], more: Partial<JournalEntry> = {}) =>
  births.map((birth, i) => ({
    birth,
    time: 1000 + i,
    source: 2,
    place: 4,
    ...more,
  }));

describe("order", () => {
  it("counts three reordered packets in 1 2 3 7 8 9 10 4 5 6 11, as RFC 4737 does", () => {
    // 4, 5 and 6 are below the next expected, 11; ticks are 4 ns, and they are 6, 5 and 4 of them behind 10.
    const result = seen(flow([1, 2, 3, 7, 8, 9, 10, 4, 5, 6, 11])).result(1);
    expect(result["order"]).toEqual({
      value: 3 / 11,
      unit: "1",
      detail: { packets: 11, reordered: 3, flows: 1 },
    });
    expect(result["order.behind"]).toEqual({
      value: 20,
      unit: "ns",
      detail: { count: 3, max: 24 },
    });
  });

  it("takes packets of one birth for equals", () => {
    const result = seen(flow([5, 5, 5, 9, 9, 5])).result(1);
    expect(result["order"]!.detail).toMatchObject({ packets: 6, reordered: 1 });
  });

  it("keeps streams of frames apart, which may have paths of their own, and a stream's destinations; probes are of no stream", () => {
    const metric = order.create(
      writtenContext({ traffic: [video] }),
      parseOptions(order, {}),
    );
    metric.observe(
      writtenJournal([
        // Stream 1 is ahead of stream 0 to the same host on the same service level: both are in order.
        ...flow([40, 50], { tag: 1 }),
        ...flow([10, 20], { tag: 0 }),
        // Frame 2 of stream 1 arrives before its frame 1.
        ...flow([70], { tag: 5 }),
        ...flow([60], { tag: 3 }),
        // At another member of its group the frame is the first.
        ...flow([60], { tag: 3, place: 5 }),
        // A probe that was born before all.
        ...flow([1], { tag: -7 }),
      ]),
    );
    expect(metric.result(1)["order"]!.detail).toEqual({
      packets: 8,
      reordered: 1,
      flows: 4,
    });
    expect(metric.result(1)["order.behind"]).toMatchObject({ value: 40 });
  });

  it("keeps flows apart by traffic, source, destination and service level", () => {
    for (const other of [
      { traffic: 1 },
      { source: 3 },
      { place: 5 },
      { sl: 7 },
    ])
      expect(
        seen([...flow([9]), ...flow([1], other)]).result(1)["order"],
      ).toMatchObject({ value: 0, detail: { flows: 2 } });
    expect(seen(flow([9, 1])).result(1)["order"]!.value).toBe(0.5);
  });

  it("remembers a flow over slices with bases of their own, and ignores packets that do not arrive", () => {
    const metric = make();
    metric.observe(writtenJournal(flow([2_000_000_000, 3_000_000_000]), 2.5e9));
    metric.observe(
      writtenJournal(
        [
          ...flow([3_000_000_050], { kind: "dropped" }),
          ...flow([3_000_000_001, 2_999_999_999]),
        ],
        2.9e9,
      ),
    );
    expect(metric.result(1)["order"]!.detail).toEqual({
      packets: 4,
      reordered: 1,
      flows: 1,
    });
    expect(metric.result(1)["order.behind"]!.value).toBe(8);
  });

  it("is of each class where that is asked for", () => {
    const entries = [...flow([3, 1], { sl: 2 }), ...flow([1, 3], { sl: 4 })];
    const result = seen(entries, { split: "sl" }).result(1);
    expect(result["order.sl2"]!.value).toBe(0.5);
    expect(result["order.behind.sl2"]!.value).toBe(8);
    expect(result["order.sl4"]!.value).toBe(0);
    expect(result["order.behind.sl4"]!.absent).toBe(
      "every packet was in order",
    );
    const byTraffic = seen(flow([3, 1], { traffic: 9 }), {
      split: "traffic",
    }).result(1);
    expect(byTraffic["order.traffic9"]!.value).toBe(0.5);
  });

  it("has no number where nothing arrived", () => {
    expect(make().result(1)["order"]!.absent).toBe("no packet was delivered");
  });

  it("counts, of any arrivals, those with a later birth before them", () => {
    fc.assert(
      fc.property(fc.array(fc.nat(20), { minLength: 1 }), (births) => {
        const due = births.filter((birth, i) =>
          births.slice(0, i).some((before) => before > birth),
        );
        expect(seen(flow(births)).result(1)["order"]!.detail).toMatchObject({
          reordered: due.length,
        });
      }),
    );
  });
});
