import { runExperiment, type RunResult } from "@fabriclab/sim";
import { star } from "@fabriclab/testing-fabrics";
import { constantRate } from "@fabriclab/traffic-constant-rate";
import { pairs, uniform } from "@fabriclab/traffic-patterns";
import { poisson } from "@fabriclab/traffic-poisson";
import { ps, type PortIx } from "@fabriclab/units";
import { describe, expect, it } from "vitest";
import { experiment, use } from "./laboratory.ts";
import { upDown } from "./up-down.ts";

const HOSTS = 8;
const WORDS = /No link is full: packets wait behind others .*head-of-line/;
/** One switch, whose inputs hold 64 packets of a lane and feed the links themselves. */
const laboratory = {
  fabric: star(HOSTS),
  routing: upDown,
  relay: { inputBuffer: "64 packets", outputBuffer: "0 packets" },
  measure: { maxTime: ps(40_000_000_000) },
};
const poissonAt = (load: number, more: object = {}) => ({
  ...use(poisson, { load, size: "256B", ...more }),
  pattern: use(uniform, {}),
});
const run = (more: Partial<Parameters<typeof experiment>[0]>) =>
  runExperiment(
    experiment({ ...laboratory, traffic: [poissonAt(0.9)], ...more }),
  );
const accepted = ({ metrics }: RunResult): number =>
  metrics["throughput"]!.value;

describe("head-of-line blocking", () => {
  it("is named where a switch with a queue an input saturates at what Karol, Hluchyj and Morgan computed", async () => {
    const result = await run({});
    expect(result.status).toBe("saturated");
    // Their table I: 0.6184 of a switch of 8 ports, whose hosts send to themselves, too; ours do not.
    expect(accepted(result)).toBeCloseTo(0.6184, 1);
    expect(result.verdict).toMatch(WORDS);
  });

  it("goes where each receiver has a lane of its own, as the verdict says", async () => {
    const sl = Array.from({ length: HOSTS }, (_, level) => level);
    const result = await run({
      relay: { ...laboratory.relay, virtualLanes: HOSTS },
      traffic: [poissonAt(0.9, { sl, slChoice: "hash" })],
    });
    // Of one receiver there are seven senders, so its link is busy whenever a packet for it waits at an input that is free.
    expect(accepted(result)).toBeGreaterThan(0.85);
    expect(result.verdict).not.toMatch(WORDS);
  });

  it("is not named where a link is full", async () => {
    const result = await run({
      traffic: [
        {
          ...use(constantRate, { load: 1.5, size: "256B", overload: true }),
          pattern: use(pairs, { pairs: { A: "B" } }),
        },
      ],
    });
    expect(result.status).toBe("saturated");
    expect(result.verdict).toMatch(
      /carries packets (100|99\.\d) % of the time/,
    );
    expect(result.verdict).not.toMatch(WORDS);
  });

  it("is not named where links fail, which may hold packets back", async () => {
    const port = laboratory.fabric.endportPort[HOSTS - 1] as PortIx;
    const result = await runExperiment({
      ...experiment({ ...laboratory, traffic: [poissonAt(0.9)] }),
      changes: [
        { at: ps(1_000_000), fail: port },
        { at: ps(2_000_000), restore: port },
      ],
    });
    expect(result.status).toBe("saturated");
    expect(result.verdict).not.toMatch(WORDS);
  });
});
