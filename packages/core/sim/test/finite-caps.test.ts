import { FabricBuilder } from "@fabriclab/fabric";
import { defineRouting, FabricError } from "@fabriclab/spec";
import { shortest } from "@fabriclab/testing-broken";
import { ps } from "@fabriclab/units";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { runExperiment, type Measure } from "@fabriclab/sim";
import { linkLoad } from "@fabriclab/metrics-link-load";
import { experiment, use, type Lab } from "./laboratory.ts";
import { scripted } from "./scripted.ts";

const routing = defineRouting({
  name: "shortest",
  summary: "Shortest paths.",
  cites: [],
  params: z.object({}),
  claims: {
    fabrics: "any",
    minimal: true,
    deadlockFree: false,
    adaptive: false,
    toleratesFaults: true,
  },
  create: shortest,
});

const fabric = (() => {
  const builder = new FabricBuilder("star");
  const sw = builder.addSwitch("S", 2);
  builder.connect(sw, 1, builder.addHost("A"), 1);
  builder.connect(sw, 2, builder.addHost("B"), 1);
  return builder.build();
})();

/** 256 bytes from A to B every 10 us, a thousand times. */
const run = (measure: Partial<Measure>, metrics?: Lab["metrics"]) =>
  runExperiment(
    experiment({
      ...(metrics === undefined ? {} : { metrics }),
      fabric,
      routing,
      measure,
      traffic: [
        use(
          scripted(
            Array.from({ length: 1000 }, (_, k) => ({
              from: 0,
              to: 1,
              at: 10_000 * k,
              bytes: 256,
            })),
          ),
        ),
      ],
    }),
  );

describe("caps of finite traffic", () => {
  it.each([
    ["none", {}],
    ["9990.2 us", { finiteCaps: { maxTime: ps(9_990_200_000) } }],
    ["9991 us", { finiteCaps: { maxTime: ps(9_991_000_000) } }],
  ])(
    "that come before the last bit (%s) change nothing where all has entered its last link",
    async (_, given) => {
      const { status, simulatedPs, metrics } = await run(given, [
        use(linkLoad, { top: 4 }),
      ]);
      expect(status).toBe("finished");
      // 256 bytes are 1024 ns; two links of 20 ns and a switch of 100 ns.
      const end = 9_990_000 + 1024 + 140;
      expect(simulatedPs / 1000).toBeCloseTo(end, 6);
      expect(metrics["link-load.max"]!.value).toBeCloseTo(
        (1000 * 1024) / end,
        9,
      );
    },
  );

  it("end a run by time, with what was seen until then", async () => {
    const { status, verdict, packets, simulatedPs, metrics } = await run({
      finiteCaps: { maxTime: ps(105_000_000) },
    });
    expect(status).toBe("limit");
    expect(simulatedPs).toBe(105_000_000);
    // Those born at 0, 10 … 100 us; the way takes less than 5 us.
    expect(packets.delivered).toBe(11);
    expect(verdict).toContain("11 packets of it of 1000 expected");
    expect(metrics["latency"]?.value).toBeGreaterThan(0);
  });

  it("end a run by packets, at the next look", async () => {
    const { status, packets } = await run({ finiteCaps: { maxPackets: 20 } });
    expect(status).toBe("limit");
    expect(packets.delivered).toBeGreaterThanOrEqual(20);
    expect(packets.delivered).toBeLessThan(40);
  });

  it("do not touch a run that ends before them", async () => {
    const bounded = await run({
      finiteCaps: { maxTime: ps(60_000_000_000), maxPackets: 1001 },
    });
    expect(bounded).toEqual(await run({}));
    expect(bounded.status).toBe("finished");
  });

  it("are not those of endless traffic, whose defaults would cut it short", async () => {
    const { status } = await run({ maxTime: ps(1_000_000), maxPackets: 10 });
    expect(status).toBe("finished");
  });

  it("refuse nonsense, and a warm-up", async () => {
    const code = async (measure: Partial<Measure>): Promise<string> => {
      try {
        await run(measure);
      } catch (error) {
        return FabricError.is(error) ? error.code : String(error);
      }
      return "none";
    };
    expect(await code({ finiteCaps: { maxTime: ps(0) } })).toBe(
      "E_SIM_MEASURE",
    );
    expect(await code({ warmup: ps(1000) })).toBe("E_SIM_FINITE_WARMUP");
    await expect(run({ warmup: ps(20_000_000) })).rejects.toMatchObject({
      got: "20us",
    });
    expect(await code({ warmup: ps(0) })).toBe("none");
  });
});
