import { pathUsage } from "@fabriclab/metrics-path-usage";
import { parseOptions, type Fabric, type Metric } from "@fabriclab/spec";
import { FabricBuilder } from "@fabriclab/fabric";
import { writtenContext, writtenJournal } from "@fabriclab/testing-conformance";
import { describe, expect, it } from "vitest";

/** Three switches in a ring with a host each: six channels between switches, ports 1 and 2 of each switch. */
function ring(): Fabric {
  const builder = new FabricBuilder("ring");
  const switches = ["S0", "S1", "S2"].map((name) => builder.addSwitch(name, 3));
  switches.forEach((sw, i) => {
    builder.connect(sw, 2, switches[(i + 1) % 3]!, 1);
    builder.connect(sw, 3, builder.addHost(`H${i}`), 1);
  });
  return builder.build();
}
const fabric = ring();
const make = (options: object = {}, on = fabric): Metric =>
  pathUsage.create(
    writtenContext({ fabric: on }),
    parseOptions(pathUsage, options),
  );
/** Packets by the port of `S0:1, S0:2, S0:3, S1:1 …`; hosts' ports after them. */
const counted = (metric: Metric, packets: readonly number[]): Metric => {
  metric.channels?.(
    {
      packets: Float64Array.from(
        { length: fabric.portCount },
        (_, port) => packets[port] ?? 0,
      ),
      busyTicks: new Float64Array(fabric.portCount),
    },
    100,
  );
  return metric;
};

describe("path usage", () => {
  it("is about channels between switches only", () => {
    // Of six channels four carry 1, 2, 3 and 6; what S0 and a host send over their cable does not count.
    const metric = counted(make({ top: 2 }), [1, 2, 99, 3, 6, 0, 0, 0, 0, 50]);
    metric.observe(writtenJournal([{}, {}, {}, { kind: "dropped" }, {}]));
    const result = metric.result(100);
    expect(result["path-usage"]).toEqual({
      value: 4 / 6,
      unit: "1",
      detail: { channels: 6, used: 4 },
    });
    // Mean 2, variance ((1-2)² + 0 + 1 + 16 + 4 + 4) / 6 = 26/6.
    expect(result["path-usage.cov"]!.value).toBeCloseTo(
      Math.sqrt(26 / 6) / 2,
      12,
    );
    expect(result["path-usage.cov"]!.detail).toEqual({
      mean: 2,
      min: 0,
      max: 6,
    });
    expect(result["path-usage.busiest"]).toEqual({
      value: 3,
      unit: "1",
      detail: { "S1:2": 0.5, "S1:1": 0.25 },
    });
    // Twelve channels for four packets that arrived.
    expect(result["path-usage.channels"]!.value).toBe(3);
  });

  it("has no variation where all carry the same", () => {
    const result = counted(make(), [5, 5, 0, 5, 5, 0, 5, 5, 0]).result(100);
    expect(result["path-usage"]!.value).toBe(1);
    expect(result["path-usage.cov"]!.value).toBe(0);
    expect(result["path-usage.busiest"]!.value).toBe(1);
  });

  it("names no channel with top: 0", () => {
    expect(
      counted(make({ top: 0 }), [1]).result(100)["path-usage.busiest"]!.detail,
    ).toEqual({});
  });

  it("says why there is no number", () => {
    const idle = make().result(100);
    expect(idle["path-usage"]!.value).toBe(0);
    expect(idle["path-usage.cov"]!.absent).toBe(
      "no packet went from switch to switch",
    );
    expect(idle["path-usage.channels"]!.absent).toBe("no packet was delivered");
    const builder = new FabricBuilder("star");
    const hub = builder.addSwitch("hub", 2);
    builder.connect(hub, 1, builder.addHost("A"), 1);
    const star = make({}, builder.build()).result(100);
    for (const { absent } of Object.values(star))
      expect(absent).toBe("no channel joins two switches");
  });
});
