import { queueLength } from "@fabriclab/metrics-link-load";
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

/** In 100 ticks two packets always wait behind the channel S0:3, between switches, and one for 75 ticks behind host H0.0. */
const counters = (): ChannelCounters => {
  const queueTicks = new Float64Array(fabric.portCount);
  queueTicks[port("S0", 3)] = 200;
  queueTicks[port("H0.0", 1)] = 75;
  const none = new Float64Array(fabric.portCount);
  return { packets: none, busyTicks: none, queueTicks };
};
const seen = (options: object = {}): Metric => {
  const metric = queueLength.create(
    writtenContext({ fabric }),
    parseOptions(queueLength, options),
  );
  metric.channels?.(counters(), 100);
  return metric;
};

describe("queue-length", () => {
  it("is the mean number of packets that wait, over the channels that end at a switch", () => {
    // Two switches with two hosts each: four channels from hosts, two between the switches; those to hosts end in no switch's buffer.
    const result = seen().result(100)["queue-length"]!;
    expect(result.value).toBeCloseTo((2 + 0.75) / 6, 12);
    expect(result.unit).toBe("packets");
    expect(result.detail).toEqual({ min: 0, max: 2, channels: 6, empty: 4 });
    expect(result.percentiles).toEqual({ 50: 0, 90: 2, 99: 2 });
  });

  it("names the channels behind which most wait", () => {
    expect(seen({ top: 2 }).result(100)["queue-length.max"]).toEqual({
      value: 2,
      unit: "packets",
      detail: { "S0:3": 2, "H0.0:1": 0.75 },
    });
  });

  it("looks at buffers between switches or behind hosts when asked", () => {
    const count = (channels: string) =>
      seen({ channels, top: 1 }).result(100)["queue-length"]!.detail?.[
        "channels"
      ];
    expect(count("switch")).toBe(2);
    expect(count("host")).toBe(4);
  });

  it("adds up where replications are merged", () => {
    const merged = seen();
    merged.merge(seen());
    expect(merged.result(200)).toEqual(seen().result(100));
  });

  it("asks the network to count, which other metrics do not", () => {
    expect([queueLength.queues, queueLength.waits]).toEqual([true, undefined]);
  });
});
