import { fatTree } from "@fabriclab/topology-fat-tree";
import { sequential } from "@fabriclab/addressing-sequential";
import { injector } from "@fabriclab/hca-injector";
import { latency } from "@fabriclab/metrics-latency";
import { throughput } from "@fabriclab/metrics-throughput";
import { singleLid } from "@fabriclab/routing-single-lid";
import { runExperiment, use, type RunResult } from "@fabriclab/sim";
import { matrix, roundRobinLanes } from "@fabriclab/switch-arbiters";
import { asynchronous } from "@fabriclab/switch-replication";
import { linear } from "@fabriclab/tables-linear";
import { uniform } from "@fabriclab/traffic-patterns";
import { poisson } from "@fabriclab/traffic-poisson";
import { ps } from "@fabriclab/units";
import { describe, expect, it } from "vitest";
import { hpp } from "../src/index.ts";

/** A switch with a host at every port under uniform traffic of 256-byte packets. */
function saturated(ports: number, lanes: number): Promise<RunResult> {
  return runExperiment({
    name: "hpp",
    seed: 1,
    fabric: fatTree.build(fatTree.params.parse({ ports, levels: 1 })),
    tables: {
      addressing: use(sequential),
      routing: use(singleLid),
      unicast: use(linear),
    },
    switchModel: {
      use: use(hpp, {
        unicastLanes: lanes,
        mixed: false,
        barrier: false,
      }),
      arbiter: use(matrix),
      laneScheduler: use(roundRobinLanes),
      replication: use(asynchronous),
    },
    hca: use(injector),
    link: { byteTime: ps(1600), flight: ps(0) },
    traffic: [
      {
        ...use(poisson, {
          load: 1,
          size: "256B",
          sl: Array.from({ length: lanes }, (_, lane) => lane),
          slChoice: "random",
        }),
        pattern: use(uniform),
      },
    ],
    metrics: [use(latency), use(throughput)],
    measure: {
      warmup: ps(500_000_000),
      precision: 1e-9,
      confidence: 0.95,
      maxTime: ps(3_500_000_000),
      maxPackets: 1e9,
    },
    threads: 1,
    checked: false,
  });
}

describe("at full load without credit packets", () => {
  // The layer model of SPEC 4.6: heads of line over 16 outputs, each of which sends one packet at a time.
  it.each([
    [1, 0.6015],
    [2, 0.776],
    [3, 0.845],
    [4, 0.882],
    [8, 0.94],
  ])("16 ports with %i layers carry %f", async (lanes, carried) => {
    const { metrics } = await saturated(16, lanes);
    expect(Math.abs(metrics["throughput"]!.value - carried)).toBeLessThan(0.01);
  });
});
