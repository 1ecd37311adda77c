import { linkLoad } from "@fabriclab/metrics-link-load";
import {
  parseOptions,
  type ChannelCounters,
  type Metric,
  type MetricState,
} from "@fabriclab/spec";
import type { NodeIx, PortNum } from "@fabriclab/units";
import { writtenContext } from "@fabriclab/testing-conformance";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

const { fabric } = writtenContext();
const port = (name: string, num: number): number =>
  fabric.portOf(fabric.findNode(name) as NodeIx, num as PortNum);
const counters = (
  busy: Readonly<Record<number, number>>,
  packets: Readonly<Record<number, number>> = {},
): ChannelCounters => ({
  busyTicks: Float64Array.from(
    { length: fabric.portCount },
    (_, p) => busy[p] ?? 0,
  ),
  packets: Float64Array.from(
    { length: fabric.portCount },
    (_, p) => packets[p] ?? 0,
  ),
});
const make = (
  options: object = {},
  ...given: readonly ChannelCounters[]
): Metric => {
  const metric = linkLoad.create(
    writtenContext({ fabric }),
    parseOptions(linkLoad, options),
  );
  for (const one of given) metric.channels?.(one, 100);
  return metric;
};

describe("link load", () => {
  const busy = counters(
    {
      [port("S0", 3)]: 60,
      [port("H0.0", 1)]: 40,
      [port("S1", 1)]: 50,
      [port("S0", 4)]: 99,
    },
    { [port("S0", 3)]: 3, [port("H0.0", 1)]: 7, [port("S1", 1)]: 5 },
  );

  it("is the share of time that channels were busy, over both directions of every cable", () => {
    const result = make({}, busy).result(100);
    // Five cables, ten channels; S0:4 has no cable.
    expect(result["link-load"]!.value).toBeCloseTo(0.15, 12);
    expect(result["link-load"]!.detail).toEqual({
      min: 0,
      max: 0.6,
      channels: 10,
      idle: 7,
    });
    expect(result["link-load"]!.percentiles).toEqual({
      50: 0,
      90: 0.5,
      99: 0.6,
    });
  });

  it("names the busiest channels by their sending port", () => {
    const result = make({ top: 2 }, busy).result(100);
    expect(result["link-load.max"]).toEqual({
      value: 0.6,
      unit: "1",
      detail: { "S0:3": 0.6, "S1:1": 0.5 },
    });
    expect(result["link-load.packets"]).toEqual({
      value: 7,
      unit: "packets",
      detail: { "H0.0:1": 7, "S1:1": 5 },
    });
    expect(make({ top: 0 }, busy).result(100)["link-load.max"]!.detail).toEqual(
      {},
    );
  });

  it("looks at channels between switches or at those of hosts when asked", () => {
    expect(
      make({ channels: "switch" }, busy).result(100)["link-load"]!.detail,
    ).toMatchObject({ channels: 2, max: 0.6 });
    const host = make({ channels: "host" }, busy).result(100)["link-load"]!;
    expect(host.detail).toMatchObject({ channels: 8, max: 0.5 });
    expect(host.value).toBeCloseTo(0.9 / 8, 12);
  });

  it("has no number for an empty interval", () => {
    for (const value of Object.values(make({}, busy).result(0))) {
      expect(value.value).toBeNaN();
      expect(value.absent).toBe("the measured interval is empty");
    }
  });

  const load = fc
    .array(
      fc.tuple(
        fc.integer({ min: 0, max: 100 }),
        fc.integer({ min: 0, max: 9 }),
      ),
      { minLength: fabric.portCount, maxLength: fabric.portCount },
    )
    .map((list) =>
      counters(
        Object.fromEntries(list.map(([b], p) => [p, b])),
        Object.fromEntries(list.map(([, n], p) => [p, n])),
      ),
    );

  it("merged in any order adds up; a reset forgets", () => {
    fc.assert(
      fc.property(load, load, load, (a, b, c) => {
        const sum: ChannelCounters = {
          busyTicks: a.busyTicks.map(
            (v, p) => v + b.busyTicks[p]! + c.busyTicks[p]!,
          ),
          packets: a.packets.map((v, p) => v + b.packets[p]! + c.packets[p]!),
        };
        const whole = make({}, sum).result(300);
        const left = make({}, a);
        left.merge(make({}, b));
        left.merge(make({}, c));
        const right = make({}, c);
        right.merge(make({}, b));
        right.merge(make({}, a));
        expect(left.result(300)).toEqual(whole);
        expect(right.result(300)).toEqual(whole);
        left.reset(0);
        left.channels?.(a, 100);
        expect(left.result(100)).toEqual(make({}, a).result(100));
      }),
    );
  });
});

describe("the state of link load", () => {
  it("adds what merging the observer adds, also after JSON", () => {
    const one = fc
      .array(fc.nat(1000), { minLength: fabric.portCount })
      .map((busy) => counters({ ...busy }, { ...busy.toReversed() }));
    fc.assert(
      fc.property(one, one, (a, b) => {
        const merged = make({}, a);
        merged.merge(make({}, b));
        const told = make({}, a);
        told.mergeState?.(
          JSON.parse(JSON.stringify(make({}, b).state?.())) as MetricState,
        );
        expect(told.result(200)).toEqual(merged.result(200));
      }),
    );
  });
});
