import { queuePair } from "@fabriclab/hca-queue-pair";
import { latency } from "@fabriclab/metrics-latency";
import { runExperiment } from "@fabriclab/sim";
import { star } from "@fabriclab/testing-fabrics";
import { pairs } from "@fabriclab/traffic-patterns";
import { poisson } from "@fabriclab/traffic-poisson";
import { ps } from "@fabriclab/units";
import { describe, expect, it } from "vitest";
import { experiment, use } from "./laboratory.ts";
import { scripted } from "./scripted.ts";
import { upDown } from "./up-down.ts";

/** Links take 4 ns a byte, receivers 40. */
const slow = use(queuePair, {
  receiveBuffer: "4KiB",
  receiveRate: "0.2Gb/s",
});
const lab = { fabric: star(3), routing: upDown, metrics: [use(latency)] };

/** 400 packets of 250 bytes, each 10 us of the receiver, one per `period` in us. */
async function finished(period: number): Promise<string> {
  const sent = Array.from({ length: 400 }, (_, k) => ({
    from: 0,
    to: 1,
    at: Math.round(1000 * k * period),
    bytes: 250,
  }));
  const run = experiment({ ...lab, traffic: [use(scripted(sent))] });
  const result = await runExperiment({ ...run, hca: slow });
  expect(result.status).toBe("finished");
  return result.verdict;
}

/** Of a load of A's link, which is ten times as quick as the receiver. */
async function open(load: number, maxTime: number) {
  const run = experiment({
    ...lab,
    traffic: [
      {
        ...use(poisson, { load, size: "250B" }),
        pattern: use(pairs, { pairs: { A: "B" } }),
      },
    ],
    measure: { maxTime: ps(maxTime) },
  });
  const { status, verdict } = await runExperiment({ ...run, hca: slow });
  return { status, verdict };
}

describe("the sending side of a host", () => {
  const sending = async (load: number, dmaRate: string) => {
    const run = experiment({
      ...lab,
      traffic: [
        {
          ...use(poisson, { load, size: "250B" }),
          pattern: use(pairs, { pairs: { A: "B" } }),
        },
      ],
      measure: { maxTime: ps(100e9) },
    });
    return runExperiment({ ...run, hca: use(queuePair, { dmaRate }) });
  };

  it("is named where it holds back what the links could carry", async () => {
    const { status, verdict } = await sending(0.5, "0.2Gb/s");
    expect(status).toBe("saturated");
    expect(verdict).toMatch(
      /carries packets (9\.\d+|10(\.\d+)?) % of the time\. The busiest sending side, A:1, is busy (99\.\d+|100) % of the time\.$/,
    );
  });

  it("is not where it has rests, or a link is full before it", async () => {
    // It needs half of the time for what the link takes 45 % of.
    const rests = await sending(0.45, "1.8Gb/s");
    expect(rests.status).not.toBe("saturated");
    expect(rests.verdict).not.toContain("sending side");
  });
});

describe("the receiving side of a host", () => {
  it("is named where it holds a network back whose links are half idle", async () => {
    const { status, verdict } = await open(0.5, 100e9);
    expect(status).toBe("saturated");
    // A fifth of what is offered, a tenth of the link.
    const share = (words: RegExp): number => Number(words.exec(verdict)?.[1]);
    expect(share(/takes ([\d.]+) % of what is offered/)).toBeCloseTo(20, 0);
    expect(share(/carries packets ([\d.]+) % of the time/)).toBeCloseTo(10, 0);
    expect(verdict).toContain(
      "The busiest receiving side, B:1, is busy 100 % of the time.",
    );
  });

  it("is not named where it has room", async () => {
    const { status, verdict } = await open(0.05, 100e9);
    expect(status).toBe("converged");
    expect(verdict).not.toContain("receiving side");
  });

  it("is named in any run where it works nearly all the time, with its share", async () => {
    // The run lasts to the last delivery, some 12 us after its birth: 4000 us of 399 · 10.3 + 12.
    expect(await finished(10.3)).toContain(
      "The busiest receiving side, B:1, is busy 97.1 % of the time; if more is sent to it than it takes",
    );
    expect(await finished(10.7)).not.toContain("receiving side");
  });

  it("is not named of an interval of a few packets", async () => {
    const { verdict } = await open(0.5, 200e6);
    expect(verdict).not.toContain("receiving side");
  });
});
