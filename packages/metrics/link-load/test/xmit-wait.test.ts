import { xmitWait } from "@fabriclab/metrics-link-load";
import {
  parseOptions,
  type ChannelCounters,
  type Metric,
} from "@fabriclab/spec";
import { writtenContext } from "@fabriclab/testing-conformance";
import type { NodeIx, PortNum } from "@fabriclab/units";
import { describe, expect, it } from "vitest";

const { fabric } = writtenContext();
const port = (name: string, num: number): number =>
  fabric.portOf(fabric.findNode(name) as NodeIx, num as PortNum);

/** S0:3, between switches, waits 30 ticks, and host H0.0 75. */
const counters = (): ChannelCounters => {
  const waitTicks = new Float64Array(fabric.portCount);
  waitTicks[port("S0", 3)] = 30;
  waitTicks[port("H0.0", 1)] = 75;
  const none = new Float64Array(fabric.portCount);
  return { packets: none, busyTicks: none, waitTicks };
};
const seen = (options: object = {}): Metric => {
  const metric = xmitWait.create(
    writtenContext({ fabric }),
    parseOptions(xmitWait, options),
  );
  metric.channels?.(counters(), 100);
  return metric;
};

describe("xmit-wait", () => {
  it("is the share of time in which ports had data and sent nothing, over both directions of every cable", () => {
    const result = seen().result(100)["xmit-wait"]!;
    expect(result.value).toBeCloseTo((0.3 + 0.75) / 10, 12);
    expect(result.detail).toEqual({
      min: 0,
      max: 0.75,
      channels: 10,
      never: 8,
    });
    expect(result.percentiles).toEqual({ 50: 0, 90: 0.3, 99: 0.75 });
  });

  it("names the ports that waited most", () => {
    expect(seen({ top: 2 }).result(100)["xmit-wait.max"]).toEqual({
      value: 0.75,
      unit: "1",
      detail: { "H0.0:1": 0.75, "S0:3": 0.3 },
    });
  });

  it("looks at ports between switches or at those of hosts when asked", () => {
    const max = (channels: string) =>
      seen({ channels, top: 1 }).result(100)["xmit-wait.max"]!.detail;
    expect(max("switch")).toEqual({ "S0:3": 0.3 });
    expect(max("host")).toEqual({ "H0.0:1": 0.75 });
  });

  it("adds up where replications are merged, and forgets at a reset", () => {
    const merged = seen();
    merged.merge(seen());
    const told = seen();
    told.mergeState?.(seen().state!());
    const once = seen().result(100);
    expect(merged.result(200)).toEqual(once);
    expect(told.result(200)).toEqual(once);
    told.reset(0);
    expect(told.result(100)["xmit-wait.max"]!.value).toBe(0);
  });

  it("has no number for an empty interval", () => {
    for (const { value, absent } of Object.values(seen().result(0))) {
      expect(value).toBeNaN();
      expect(absent).toBe("the measured interval is empty");
    }
  });

  it("asks the network to count waits, which other metrics do not", () => {
    expect(xmitWait.waits).toBe(true);
  });
});
