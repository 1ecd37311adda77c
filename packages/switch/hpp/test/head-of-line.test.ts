import { sequential } from "@fabriclab/addressing-sequential";
import { holSaturationEstimate } from "@fabriclab/analysis-queueing";
import { injector } from "@fabriclab/hca-injector";
import { latency } from "@fabriclab/metrics-latency";
import { throughput } from "@fabriclab/metrics-throughput";
import { spf } from "@fabriclab/routing-spf";
import { runExperiment, use } from "@fabriclab/sim";
import type { OptionsInput } from "@fabriclab/spec";
import { matrix, roundRobinLanes } from "@fabriclab/switch-arbiters";
import { asynchronous } from "@fabriclab/switch-replication";
import { linear } from "@fabriclab/tables-linear";
import { FabricBuilder } from "@fabriclab/fabric";
import { ps } from "@fabriclab/units";
import { describe, expect, it } from "vitest";
import { hpp } from "../src/index.ts";
import { backlog, PACKET } from "./backlog.ts";

const PACKET_PS = PACKET * 1600;

/** What one switch carries of a backlog, as a fraction of its links. */
async function carried(
  ports: number,
  phases: "aligned" | "random",
  options: Partial<OptionsInput<typeof hpp.params>> = {},
): Promise<number> {
  const builder = new FabricBuilder("one switch");
  const hub = builder.addSwitch("hub", ports);
  for (let port = 1; port <= ports; port += 1)
    builder.connect(hub, port, builder.addHost(`H${port}`), 1);
  const { unicastLanes: lanes = 1 } = options;
  // 50,000 packets, after as much as fills all buffers.
  const slots = Math.ceil(50_000 / ports);
  const { metrics } = await runExperiment({
    name: "head of line",
    seed: 1,
    fabric: builder.build(),
    tables: {
      addressing: use(sequential),
      routing: use(spf),
      unicast: use(linear),
    },
    switchModel: {
      use: use(hpp, {
        unicastLanes: lanes,
        mixed: false,
        barrier: false,
        inputBuffer: "1KiB",
        ...options,
      }),
      arbiter: use(matrix),
      laneScheduler: use(roundRobinLanes),
      replication: use(asynchronous),
    },
    hca: use(injector),
    link: { byteTime: ps(1600), flight: ps(0) },
    traffic: [use(backlog, { lanes, phases })],
    metrics: [use(latency), use(throughput)],
    measure: {
      warmup: ps(1000 * PACKET_PS),
      precision: 1e-9,
      confidence: 0.95,
      maxTime: ps((1000 + slots) * PACKET_PS),
      maxPackets: 1e9,
    },
    threads: 1,
    checked: false,
  });
  return metrics["throughput"]!.value;
}

describe("one virtual channel", () => {
  // Karol, Hluchyj, Morgan 1987, table 1, up to 8 ports; 16 by the chain of heads of line; 64 by the closed form.
  const LIMITS = [
    [2, 0.75],
    [4, 0.6553],
    [8, 0.6184],
    [16, 0.6015],
    [64, holSaturationEstimate(64)],
  ] as const;

  // The theory has slots. Packets of one length that begin at any moment make no difference: with 100,000 packets 0.750, 0.654, 0.615, 0.601, 0.592 against
  // 0.750, 0.655, 0.618, 0.598, 0.589 in step.
  it.each(
    LIMITS.flatMap(([ports, limit]) => [
      [ports, "aligned", limit] as const,
      [ports, "random", limit] as const,
    ]),
  )(
    "of %i ports, begun %s, carries the limit of the slotted theory, %f",
    async (ports, phases, limit) => {
      expect(Math.abs((await carried(ports, phases)) - limit)).toBeLessThan(
        0.01,
      );
    },
  );
});

describe("credit packets of 10 bytes for every 64", () => {
  // Wang et al. 2008, section 3.2.1.
  const PAPER = [
    [2, 1.27],
    [3, 1.4],
    [4, 1.42],
    [8, 1.44],
  ] as const;

  it("cap what a link carries, and bring the ratios near those of the paper, that with three channels least", async () => {
    const of = (unicastLanes: number) =>
      carried(16, "random", { unicastLanes, creditPacket: 10 });
    const one = await of(1);
    for (const [lanes, paper] of PAPER) {
      const many = await of(lanes);
      expect(many).toBeLessThan(PACKET / (PACKET + 40));
      // Measured with 100,000 packets: 1.247, 1.339, 1.385, 1.466; without credit packets 1.287, 1.407, 1.459, 1.559.
      expect(Math.abs(many / one - paper)).toBeLessThan(0.08);
    }
  });
});
