import { runExperiment, type RunResult } from "@fabriclab/sim";
import { definePattern, type Fabric } from "@fabriclab/spec";
import { chain, star } from "@fabriclab/testing-fabrics";
import { queuePair } from "@fabriclab/hca-queue-pair";
import { iba } from "@fabriclab/switch-iba";
import { constantRate } from "@fabriclab/traffic-constant-rate";
import { control } from "@fabriclab/traffic-control";
import { uniform } from "@fabriclab/traffic-patterns";
import { poisson } from "@fabriclab/traffic-poisson";
import { ps } from "@fabriclab/units";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { experiment, use } from "./laboratory.ts";
import { poissonOfClass } from "./poisson-of-class.ts";
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

/** All send to all, over cables of 40 m. */
const longCables = (
  load: number,
  traffic: typeof poisson = poisson,
  fabric: Fabric = star(8),
): Promise<RunResult> =>
  runExperiment({
    ...experiment({
      fabric,
      routing: upDown,
      traffic: [
        { ...use(traffic, { load, size: "256B" }), pattern: use(uniform) },
      ],
      relay: { outputBuffer: "0 packets" },
      measure: { maxTime: ps(20_000_000_000) },
    }),
    link: { flight: ps(200_000) },
  });

/** The first host sends to the second, which takes packets slower than the link brings them. */
const slowHosts = (
  sl: readonly number[],
  receiveRate: string,
): Promise<RunResult> =>
  runExperiment({
    ...experiment({
      fabric: star(2),
      routing: upDown,
      traffic: [
        {
          ...use(poisson, { load: 0.9, size: "256B", sl: [...sl] }),
          pattern: use(oneSender),
        },
      ],
      relay: { virtualLanes: sl.length },
    }),
    hca: use(queuePair, { receiveBuffer: "64 packets", receiveRate }),
    link: { flight: ps(1_000_000) },
  });

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

  it.each([
    // 1024 ns on the link, 512 ns to memory at twice its rate, and 2 x 20 ns on the cable.
    ["1 packet", 1024 / 1576, "65", 2],
    ["2 packets", 1, "", 2],
  ])(
    "are named where they are a host's, %s",
    async (receiveBuffer, share, told, enough) => {
      const { status, verdict, metrics } = await runExperiment({
        ...experiment({
          fabric: star(2),
          routing: upDown,
          traffic: [
            {
              ...use(constantRate, {
                load: 1.5,
                size: "256B",
                overload: true,
              }),
              pattern: use(oneSender),
            },
          ],
          relay: { inputBuffer: "8 packets" },
        }),
        hca: use(queuePair, { receiveBuffer, receiveRate: "4Gb/s" }),
      });
      expect(status).toBe("saturated");
      expect(metrics["throughput"]!.value).toBeCloseTo(share / 2, 3);
      if (told === "") expect(verdict).not.toContain("No link is full");
      else
        expect(verdict).toContain(
          `No link is full: a receive buffer has room for 1 packet of 256 B per virtual lane, and that is known to be free again 1.576us after it was taken at the earliest, so that a lane of a:2 to B:1 carries packets for ${told} % of the time at most. With room for ${enough} it could carry them all the time.`,
        );
    },
  );

  it("are not blamed where a link is full", async () => {
    const { status, verdict } = await run("4 packets");
    expect(status).toBe("saturated");
    expect(verdict).toMatch(/carries packets (100|99\.\d) % of the time/);
    expect(verdict).not.toContain("No link is full");
  });

  it("are not blamed where lanes together could fill the link, and hosts take less", async () => {
    // A lane is busy for 1024 ns of 1000 + 1000 + 100 + 1024 at most, 32.8 %; four lanes for more than all of the time. Hosts take two fifths of a link.
    const { status, verdict } = await slowHosts([0, 1, 2, 3], "0.8Gb/s");
    expect(status).toBe("saturated");
    expect(verdict).not.toContain("No link is full");
    expect(verdict).toContain("The busiest receiving side");
  });

  it("are not blamed where a lane carries nearly what they allow, and a host takes no more", async () => {
    const { status, verdict } = await slowHosts([0], "0.6Gb/s");
    expect(status).toBe("saturated");
    expect(verdict).not.toContain("No link is full");
    expect(verdict).toContain("The busiest receiving side");
  });

  it("are named where hosts offer more than they allow, though heads in the same buffers leave less", async () => {
    // 1024 ns of 200 + 200 + 100 + 1024; and a packet waits for others that go the same way.
    const { status, verdict } = await longCables(1);
    expect(status).toBe("saturated");
    expect(verdict).toMatch(
      /No link is full: packets wait behind others .*\. Nor could a link be full: an input buffer .* carries packets for 67\.2 % of the time at most/,
    );
  });

  it("are named where links between switches would have to carry more than they allow, were all carried that is offered", async () => {
    // Of eight switches in a row the middle link has 16 of the 56 pairs each way: 16 / 7 x 0.35 = 0.8 of it, where hosts offer 0.35.
    const { status, verdict } = await longCables(0.35, poisson, chain(8));
    expect(status).toBe("saturated");
    expect(verdict).toMatch(
      /No link is full: packets wait behind others .*\. Nor could a link be full: an input buffer .* a lane of [a-h]:\d to [a-h]:\d carries packets for 67\.2 % of the time at most/,
    );
  });

  it("are not blamed where these, too, would have room for all that is offered", async () => {
    // 16 / 7 x 0.28 = 0.64 of the middle link.
    const { status, verdict } = await longCables(0.28, poisson, chain(8));
    expect(status).toBe("saturated");
    expect(verdict).toContain("packets wait behind others");
    expect(verdict).not.toContain("Nor could a link be full");
  });

  it("are looked for with the load of a traffic that is an object of a class", async () => {
    const { verdict } = await longCables(1, poissonOfClass);
    expect(verdict).toContain("carries packets for 67.2 % of the time at most");
  });

  it("are not blamed where hosts offer less than they allow", async () => {
    expect((await longCables(0.05)).verdict).not.toContain("No link is full");
  });
});

/** The first host sends packets of two lengths, to the second, over cables of 200 m. */
const twoLengths = (
  inputBuffer: string,
  long: { readonly load: number; readonly sl: number },
): Promise<RunResult> =>
  runExperiment({
    ...experiment({
      fabric: star(2),
      routing: upDown,
      traffic: [
        {
          ...use(constantRate, { load: 1.5, size: "256B", overload: true }),
          pattern: use(oneSender),
        },
        {
          ...use(poisson, { load: long.load, size: "4KiB", sl: [long.sl] }),
          pattern: use(oneSender),
        },
      ],
      relay: { inputBuffer, virtualLanes: long.sl + 1 },
      measure: { maxTime: ps(20_000_000_000) },
    }),
    link: { flight: ps(1_000_000) },
  });

describe("buffers for packets of several lengths", () => {
  // 256 B take 1024 ns, and their space is known to be free again after 1000 + 1000 + 100 + 1024 ns: 32.8 % of the time. For 4 KiB it would be 88.6 %.
  it("are told by the length that packets have on the link", async () => {
    const { status, verdict } = await twoLengths("1 packet", {
      load: 0.00001,
      sl: 0,
    });
    expect(status).toBe("saturated");
    expect(verdict).toMatch(
      /No link is full: an input buffer has room for 1 packet of 25\d B \(their mean there\) per virtual lane.* carries packets for 32\.\d % of the time at most/,
    );
  });

  it("are told of each lane by the packets on it", async () => {
    const { status, verdict } = await twoLengths("1 packet", {
      load: 0.1,
      sl: 1,
    });
    expect(status).toBe("saturated");
    expect(verdict).toContain(
      "No link is full: an input buffer has room for 1 packet of 256 B per virtual lane, and that is known to be free again 3.124us after it was taken at the earliest",
    );
    expect(verdict).toContain("carries packets for 32.8 % of the time at most");
  });

  it("are not blamed where they have room for more of the short ones", async () => {
    // 5 KiB are 20 packets of 256 B, of which 4 fill the link; of 4 KiB there is room for one.
    const { status, verdict } = await twoLengths("5KiB", {
      load: 0.00001,
      sl: 0,
    });
    expect(status).toBe("saturated");
    expect(verdict).not.toContain("buffer has room");
  });

  it("are told by data packets alone beside longer ones of management", async () => {
    // 64 B take 256 ns, and their space is known to be free again after 2 x 100 + 100 + 256 ns: 46 % of the time.
    const base = experiment({
      fabric: star(2),
      routing: upDown,
      traffic: [
        {
          ...use(constantRate, { load: 1.5, size: "64B", overload: true }),
          pattern: use(oneSender),
        },
        use(control, { period: "100us" }),
      ],
      measure: { maxTime: ps(2_000_000_000) },
    });
    const { verdict } = await runExperiment({
      ...base,
      switchModel: {
        ...base.switchModel,
        use: use(iba, { inputBuffer: "1 packet" }),
      },
      link: { flight: ps(100_000) },
    });
    expect(verdict).toContain(
      "No link is full: an input buffer has room for 1 packet of 64 B per virtual lane",
    );
    expect(verdict).toContain("carries packets for 46 % of the time at most");
  });
});
