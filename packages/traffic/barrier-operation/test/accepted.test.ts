import { barrier } from "@fabriclab/metrics-barrier";
import { throughput } from "@fabriclab/metrics-throughput";
import { singleLid } from "@fabriclab/routing-single-lid";
import { describe, expect, it } from "vitest";
import { ibft, run } from "../examples/laboratory.part.ts";

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
});
