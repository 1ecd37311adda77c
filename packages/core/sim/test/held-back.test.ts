import { latency } from "@fabriclab/metrics-latency";
import { runExperiment } from "@fabriclab/sim";
import { star } from "@fabriclab/testing-fabrics";
import { describe, expect, it } from "vitest";
import { constantRate } from "@fabriclab/traffic-constant-rate";
import { pairs } from "@fabriclab/traffic-patterns";
import { experiment, use, type Lab } from "./laboratory.ts";
import { scripted, type Sent } from "./scripted.ts";
import { upDown } from "./up-down.ts";

/** 250 bytes are 1 us on a link. */
const BYTES = 250;
const PACKETS = 400;

/** B and C send to A, each its packets at these microseconds, beside other traffic or none. */
async function verdict(
  births: readonly number[],
  beside: Lab["traffic"] = [],
): Promise<string> {
  const sent = [1, 2].flatMap((from): Sent[] =>
    births.map((at) => ({
      from,
      to: 0,
      at: Math.round(1000 * at),
      bytes: BYTES,
    })),
  );
  const result = await runExperiment(
    experiment({
      fabric: star(6),
      routing: upDown,
      metrics: [use(latency)],
      traffic: [use(scripted(sent)), ...beside],
    }),
  );
  expect(result.status).toBe("finished");
  return result.verdict;
}

const every = (period: number): number[] =>
  Array.from({ length: PACKETS }, (_, k) => k * period);

describe("finite traffic", () => {
  // A's link takes a packet per microsecond, and two are born per period.
  it.each([
    [1, 50],
    [1.6, 80],
    [1.8, 90],
  ])(
    "that offers two packets in %d us is told to be held back, with the %d %% that the network took",
    async (period, share) => {
      const said = await verdict(every(period));
      const [, percent] =
        /the network took ([\d.]+) % of what was offered/.exec(said) ?? [said];
      // The buffers of the switch hold a few packets more.
      expect(Math.abs(Number(percent) - share)).toBeLessThan(3);
      expect(said).toContain("The sources were held back while they sent");
    },
  );

  it.each([1, 1.8])(
    "that offers two packets in %d us is told so beside endless traffic, which is left out of account",
    async (period) => {
      // D sends to E, as much as its link takes, and meets nobody.
      const said = await verdict(every(period), [
        {
          ...use(constantRate, { load: 0.9, size: `${BYTES}B` }),
          pattern: use(pairs, { pairs: { D: "E" } }),
        },
      ]);
      const [, percent] =
        /The sources of the finite traffic were held back while they sent: the network took ([\d.]+) % of what they offered/.exec(
          said,
        ) ?? [said];
      expect(Math.abs(Number(percent) - 50 * period)).toBeLessThan(3);
    },
  );

  it.each([2, 3])(
    "that offers two packets in %d us is not beside endless traffic that is",
    async (period) => {
      // D and F share the link into E, and half of what they send has no room on it.
      const overload = {
        ...use(constantRate, { load: 1, size: `${BYTES}B` }),
        pattern: use(pairs, { pairs: { D: "E", F: "E" } }),
      };
      const said = await verdict(every(period), [overload]);
      expect(said).toContain("endless traffic beside it is saturated");
      expect(said).not.toContain("held back");
    },
  );

  it.each([2, 2.1, 3, 10])(
    "that offers two packets in %d us is not",
    async (period) => {
      expect(await verdict(every(period))).not.toContain("held back");
    },
  );

  it("of one moment, or of bursts that drain, is not", async () => {
    expect(
      await verdict(Array.from({ length: PACKETS }, () => 0)),
    ).not.toContain("held back");
    // Ten packets of each at once take 20 us.
    expect(
      await verdict(
        Array.from({ length: PACKETS }, (_, k) => 25 * Math.floor(k / 10)),
      ),
    ).not.toContain("held back");
  });

  it("of random births below capacity is not, whatever the seed", async () => {
    for (let seed = 1; seed <= 20; seed++) {
      let state = seed;
      let at = 0;
      const births = Array.from({ length: PACKETS }, () => {
        // Numerical Recipes' generator: no chance in a test.
        state = (1664525 * state + 1013904223) % 2 ** 32;
        at -= Math.log(1 - state / 2 ** 32) / 0.45;
        return at;
      });
      expect(await verdict(births), `seed ${seed}`).not.toContain("held back");
    }
  });
});
