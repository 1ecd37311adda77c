import { runExperiment, type RunResult } from "@fabriclab/sim";
import { definePattern } from "@fabriclab/spec";
import { star } from "@fabriclab/testing-fabrics";
import { constantRate } from "@fabriclab/traffic-constant-rate";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { experiment, use } from "./laboratory.ts";
import { upDown } from "./up-down.ts";

/** The first host sends, to the second. */
const oneSender = definePattern({
  name: "test-one-sender",
  summary: "The first host sends to the second.",
  cites: [],
  params: z.object({}),
  claims: { permutation: false },
  create: () => ({ destination: (source) => (source === 0 ? 1 : -1) }),
});

const run = (inputBuffer: string, size = "256B"): Promise<RunResult> =>
  runExperiment(
    experiment({
      fabric: star(2),
      routing: upDown,
      traffic: [
        {
          ...use(constantRate, { load: 1.5, size, overload: true }),
          pattern: use(oneSender),
        },
      ],
      relay: { inputBuffer },
    }),
  );

describe("buffers smaller than a round trip", () => {
  it.each([
    // 256 B take 1024 ns; the space is known to be free after 2 x 20 ns on the cable and 100 ns in the switch more.
    ["1 packet", "256B", 1024 / 1164, "88", 2],
    ["256B", "256B", 1024 / 1164, "88", 2],
    ["300B", "256B", 1024 / 1164, "88", 2],
    // 32 B take 128 ns.
    ["1 packet", "32B", 128 / 268, "47.8", 3],
    ["2 packets", "32B", 256 / 268, "", 3],
  ])(
    "are named where no link is full, %s for packets of %s",
    async (buffer, size, share, told, enough) => {
      const { status, verdict, metrics } = await run(buffer, size);
      expect(status).toBe("saturated");
      // One of two hosts receives: it has the share of the link that credits allow.
      expect(metrics["throughput"]!.value).toBeCloseTo(share / 2, 3);
      if (told === "") expect(verdict).not.toContain("No link is full");
      else
        expect(verdict).toMatch(
          new RegExp(
            `has room for 1 packet of .* carries packets for ${told} % of the time at most\\. With room for ${enough} it could carry them all the time\\.$`,
          ),
        );
    },
  );

  it("are not blamed where a link is full", async () => {
    const { status, verdict } = await run("4 packets");
    expect(status).toBe("saturated");
    expect(verdict).toMatch(/carries packets (100|99\.\d) % of the time/);
    expect(verdict).not.toContain("No link is full");
  });
});
