import { runExperiment } from "@fabriclab/sim";
import { star } from "@fabriclab/testing-fabrics";
import { pairs } from "@fabriclab/traffic-patterns";
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
