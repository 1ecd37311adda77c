import { minhop } from "@fabriclab/routing-minhop";
import { runExperiment } from "@fabriclab/sim";
import { star } from "@fabriclab/testing-fabrics";
import { fatTree } from "@fabriclab/topology-fat-tree";
import { pairs, uniform } from "@fabriclab/traffic-patterns";
import { poisson } from "@fabriclab/traffic-poisson";
import { ps } from "@fabriclab/units";
import { describe, expect, it } from "vitest";
import { experiment, use } from "./laboratory.ts";
import { upDown } from "./up-down.ts";

/** An M/D/1 queue at the host that sends: 20,000 packets and more, eight relaxation times at load 0.98. */
const queue = (load: number, seed: number) =>
  runExperiment(
    experiment({
      fabric: star(3),
      routing: upDown,
      traffic: [
        {
          ...use(poisson, { load, size: "256B", overload: true }),
          pattern: use(pairs, { pairs: { A: "B" } }),
        },
      ],
      relay: { inputBuffer: "8 packets" },
      measure: { maxTime: ps(20e9) },
      seed,
    }),
  );

describe("a network that fills up", () => {
  // Two hosts offer a third 1.2 of its link; before it the switch has room for 400 packets.
  const filling = (maxTime: number, inputBuffer = "200 packets", load = 0.6) =>
    runExperiment(
      experiment({
        fabric: star(3),
        routing: upDown,
        traffic: [
          {
            ...use(poisson, { load, size: "256B" }),
            pattern: use(pairs, { pairs: { B: "A", C: "A" } }),
          },
        ],
        relay: { inputBuffer },
        measure: { maxTime: ps(maxTime), precision: 0.02 },
      }),
    );

  it("is told of by what it carries, not by what enters it meanwhile", async () => {
    const { status, verdict } = await filling(1e12);
    expect(status).toBe("saturated");
    const share = /takes ([\d.]+) % of what is offered/.exec(verdict)?.[1];
    expect(Math.abs(Number(share) - 100 / 1.2)).toBeLessThan(2);
  });

  it("is told to be filling while no source queue has begun to grow, as buffers have room for all", async () => {
    const { status, verdict, metrics } = await filling(2e10, "20000 packets");
    expect(status).toBe("saturated");
    expect(verdict).toContain("which was still filling");
    expect(metrics["latency"]!.value).toBeNaN();
  });

  it("is not told to be where there is room for what is offered, if only just", async () => {
    for (const load of [0.4, 0.48]) {
      const { status } = await filling(2e10, "20000 packets", load);
      expect(status).not.toBe("saturated");
    }
  });

  it("is told to be filling where a cap ends the run before it is full", async () => {
    const fabric = fatTree.build(
      fatTree.params.parse({ ports: 12, levels: 3 }),
    );
    const run = (maxTime: number) =>
      runExperiment({
        ...experiment({
          fabric,
          routing: minhop,
          traffic: [
            {
              ...use(poisson, { load: 0.2, size: "256B" }),
              pattern: use(uniform),
            },
          ],
          measure: { maxTime: ps(maxTime) },
        }),
        checked: false,
      });
    const early = await run(40e6);
    expect(early.status).toBe("saturated");
    expect(early.verdict).toMatch(
      /^Saturated: [\d.]+ % of what is offered enters the network, which was still filling/,
    );
    const late = await run(5e9);
    const accepted = late.metrics["throughput"]!;
    const share = /takes ([\d.]+) % of what is offered/.exec(late.verdict)?.[1];
    const carried = (100 * accepted.value) / accepted.detail!["offered"]!;
    expect(Number(share) / carried).toBeCloseTo(1, 1);
  });
});

describe("a queue at its host", () => {
  // Of 400 seeds these: less than the nominal load is born for long, and by chance the later packets wait longer.
  it.each([128, 273, 332])(
    "is not saturated at load 0.98 (seed %i)",
    async (seed) => {
      expect((await queue(0.98, seed)).status).toBe("limit");
    },
  );

  it("is saturated at load 1.1, whatever the seed", async () => {
    for (let seed = 1; seed <= 20; seed += 1)
      expect((await queue(1.1, seed)).status).toBe("saturated");
  });
});
