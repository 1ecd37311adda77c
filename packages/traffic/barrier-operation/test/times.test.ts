import { hardwareBarrier, hppLogP } from "@fabriclab/analysis-logp";
import { latency } from "@fabriclab/metrics-latency";
import { singleLid } from "@fabriclab/routing-single-lid";
import { use } from "@fabriclab/sim";
import { poisson } from "@fabriclab/traffic-poisson";
import { uniform } from "@fabriclab/traffic-patterns";
import { describe, expect, it } from "vitest";
import { ibft, run } from "../examples/laboratory.part.ts";

const CYCLE = 3.2;
/** From a switch's first bit in to its first bit out: 12 stages, 5 flits, 3 cycles of the barrier module. */
const PHASE = (12 + 5 + 3) * CYCLE;
const PACKET = 16;

describe("an idle HPP switch", () => {
  it("takes 128 ns for a barrier of 15 leaves and a parent port: 64 up, 64 down", async () => {
    const { metrics } = await run({ parent: 15, barriers: 20 });
    const all = { 50: 128, 90: 128, 99: 128, 99.9: 128 };
    expect(metrics["barrier"]).toMatchObject({ value: 128, percentiles: all });
    expect(metrics["barrier.combine"]!.value).toBe(PHASE);
    expect(metrics["barrier.distribute"]!.value).toBe(PHASE);
    // With both packets whole at their ends.
    expect(metrics["barrier.total"]!.value).toBe(2 * PHASE + 2 * PACKET);
  });

  it("takes 64 ns where it is the root itself, and 40 ns more for each wire of 8 m", async () => {
    const setting = { flight: 40_000 };
    const apart = await run({ barriers: 5, intervals: "exponential" }, setting);
    expect(apart.metrics["barrier"]).toMatchObject({
      value: PHASE + 2 * 40,
      detail: { count: 5, max: PHASE + 2 * 40 },
    });
    // Where all combine packets come at once, acknowledgements are before the distribute packets on the cables.
    const atOnce = await run({ barriers: 5 }, setting);
    expect(atOnce.metrics["barrier"]!.value).toBe(PHASE + 2 * 40 + PACKET);
  });

  it("keeps the times of 16 groups that follow one another", async () => {
    const { metrics } = await run({ parent: 15, groups: 16, barriers: 10 });
    expect(metrics["barrier"]).toMatchObject({
      value: 128,
      detail: { count: 160, groups: 16, min: 128, max: 128 },
    });
  });

  it("lets packets of 16 groups that begin at once wait for one another by 16 ns each", async () => {
    const { metrics } = await run({
      parent: 15,
      groups: 16,
      barriers: 1,
      stagger: false,
    });
    // The sixteenth combine packet of a host leaves 15 packets after the first.
    expect(metrics["barrier.total"]!.detail!["max"]).toBeGreaterThanOrEqual(
      2 * (PHASE + PACKET) + 15 * PACKET,
    );
  });

  it("sends a barrier packet in 16 ns", async () => {
    // A host's combine packet: 12 stages, and the packet's own length until it is whole in the barrier module.
    const { metrics } = await run(
      { members: [0, 1], barriers: 1 },
      { metrics: [latency] },
    );
    expect(metrics["latency"]!.detail!["max"]).toBeCloseTo(
      12 * CYCLE + PACKET,
      6,
    );
    expect(metrics["latency"]!.detail!["min"]).toBeCloseTo(
      3 * CYCLE + PACKET,
      6,
    );
  });
});

describe("fat trees of HPP switches", () => {
  // 16-port trees of one and three levels have 16 and 1024 nodes.
  it.each([
    [1, 16],
    [3, 1024],
  ])(
    "of %d levels take LogP's time, and a packet's length for the last bit",
    async (levels, nodes) => {
      const setting = {
        fabric: ibft(16, levels),
        routing: singleLid,
        flight: 40_000,
        adapter: 400_000,
        checked: levels === 1,
      };
      const options = { barriers: 2, ack: "3us", statistics: "total" };
      const model = hardwareBarrier(hppLogP, nodes);
      const apart = await run(
        { ...options, intervals: "exponential" },
        setting,
      );
      const total = apart.metrics["barrier.total"]!;
      expect(total.detail!["count"]).toBe(2);
      expect(total.value).toBeCloseTo(model + PACKET, 6);
      // Where all enter at once, an acknowledgement is before each distribute packet on the root's cables.
      const atOnce = (await run(options, setting)).metrics["barrier.total"]!;
      expect(atOnce.value).toBeCloseTo(model + 2 * PACKET, 6);
      expect(atOnce.value).toBeLessThan(2000);
    },
    60_000,
  );
});

describe("unicast packets beside barriers", () => {
  it("hold a barrier packet up for one packet per output at most, and barriers complete", async () => {
    const packet = 256 * 1.6;
    const { metrics, status } = await run(
      { parent: 15, groups: 4, barriers: 20, interval: "5us", mtu: "256B" },
      {
        beside: [
          {
            ...use(poisson, {
              load: 1,
              size: "256B",
              sl: [0, 1, 2],
              slChoice: "random",
            }),
            pattern: use(uniform),
          },
        ],
      },
    );
    expect(status).toBe("finished");
    const { value, detail } = metrics["barrier"]!;
    expect(detail!["count"]).toBe(80);
    expect(value).toBeGreaterThan(128 + 0.5 * packet);
    expect(value).toBeLessThan(128 + 2 * packet);
    // Two outputs, and packets of the other three groups before it.
    expect(detail!["max"]).toBeLessThanOrEqual(128 + 2 * packet + 12 * PACKET);
  }, 60_000);
});
