import { barrier } from "@fabriclab/metrics-barrier";
import { throughput } from "@fabriclab/metrics-throughput";
import { singleLid } from "@fabriclab/routing-single-lid";
import { use } from "@fabriclab/sim";
import { pairs } from "@fabriclab/traffic-patterns";
import { poisson } from "@fabriclab/traffic-poisson";
import { describe, expect, it } from "vitest";
import { create, ibft, oneSwitch, run } from "../examples/laboratory.part.ts";

const INTERVAL = 10_000;
const PACKET = 16;

describe("the load of endless barriers", () => {
  // Edges of the tree: the cables of 16 hosts; those of 8 hosts, and of the root to the four switches of the rank below it.
  it.each([
    [16, 1, 16, 16],
    [4, 2, 8, 12],
  ])(
    "is offered in combine packets of hosts, and accepted with all three packets of every edge: %d ports, levels %d",
    async (ports, levels, members, edges) => {
      const { metrics, status } = await run(
        { interval: `${INTERVAL}ns`, statistics: "total" },
        {
          ...{ fabric: ibft(ports, levels), routing: singleLid },
          metrics: [throughput, barrier],
        },
      );
      expect(status).toBe("converged");
      const { value, ci95, detail } = metrics["throughput"]!;
      const offered = PACKET / INTERVAL;
      expect(detail!["offered"]).toBeCloseTo(offered, 12);
      // Offered as if barriers took no time.
      const period = INTERVAL + metrics["barrier.total"]!.value;
      const accepted = (3 * offered * edges * INTERVAL) / (members * period);
      expect(Math.abs(value - accepted)).toBeLessThanOrEqual(ci95!);
    },
  );

  // Edges as above; with a parent, its cable is an edge, too, and its host no member.
  it.each([
    [{}, oneSwitch, 16, 16],
    [{ parent: 15 }, oneSwitch, 15, 16],
    [{ groups: 3 }, ibft(4, 2), 24, 36],
  ])(
    "draws the other packets of every edge as answers: %j",
    (options, fabric, members, edges) => {
      const traffic = create(options, { fabric, routing: singleLid });
      expect(traffic.answersPerByte).toBeCloseTo((3 * edges) / members - 1, 12);
    },
  );

  it("does not make up for packets that wait", async () => {
    // Two hosts offer a third 1.02 of what its link carries: 0.02 / 16 of all links waits. The answers are 2 · 0.00256 of them.
    const load = 0.51;
    const { status } = await run(
      { interval: `${INTERVAL}ns`, statistics: "total" },
      {
        routing: singleLid,
        beside: [
          {
            ...use(poisson, { load, size: "256B" }),
            pattern: use(pairs, { pairs: { "P(0)": "P(2)", "P(1)": "P(2)" } }),
          },
        ],
        metrics: [throughput],
      },
    );
    expect(status).toBe("saturated");
  });
});
