import { multipleLid } from "@fabriclab/addressing-multiple-lid";
import { injector } from "@fabriclab/hca-injector";
import { throughput } from "@fabriclab/metrics-throughput";
import { cyclic } from "@fabriclab/routing-cyclic";
import {
  defaultMeasure,
  runExperiment,
  use,
  type Experiment,
} from "@fabriclab/sim";
import { parseOptions } from "@fabriclab/spec";
import { roundRobin, roundRobinLanes } from "@fabriclab/switch-arbiters";
import { iba } from "@fabriclab/switch-iba";
import { asynchronous } from "@fabriclab/switch-replication";
import { linear } from "@fabriclab/tables-linear";
import { fatTree } from "@fabriclab/topology-fat-tree";
import { connection } from "@fabriclab/traffic-connection";
import { bitComplement, pairs } from "@fabriclab/traffic-patterns";
import { ps } from "@fabriclab/units";
import { describe, expect, it } from "vitest";

const SIZE = 1024;
const LOAD = 0.4;

const on: Experiment = {
  name: "answers",
  seed: 1,
  fabric: fatTree.build(parseOptions(fatTree, { ports: 4, levels: 2 })),
  tables: {
    addressing: use(multipleLid),
    routing: use(cyclic),
    unicast: use(linear),
  },
  switchModel: {
    use: use(iba),
    arbiter: use(roundRobin),
    laneScheduler: use(roundRobinLanes),
    replication: use(asynchronous),
  },
  hca: use(injector),
  link: { byteTime: ps(4000), flight: ps(20_000) },
  traffic: [],
  metrics: [use(throughput)],
  measure: { ...defaultMeasure, precision: 0.02 },
  threads: 1,
  checked: true,
};

/** Every host of a fat tree of 8 has a connection, and every host is the receiver of one. */
async function throughputOf(ackSize: number) {
  const options = { load: LOAD, size: `${SIZE}B`, ackSize: `${ackSize}B` };
  const { metrics, status } = await runExperiment({
    ...on,
    traffic: [{ ...use(connection, options), pattern: use(bitComplement) }],
  });
  expect(status).toBe("converged");
  return metrics["throughput"]!;
}

describe("the load of endless connections", () => {
  it.each([30, 256])(
    "is offered in messages, and accepted with an ACK of %d bytes for each",
    async (ackSize) => {
      const { value, ci95, detail } = await throughputOf(ackSize);
      expect(detail!["offered"]).toBeCloseTo(LOAD, 12);
      const accepted = LOAD * (1 + ackSize / SIZE);
      expect(Math.abs(value - accepted)).toBeLessThanOrEqual(ci95!);
      // Which is another number than what is offered.
      if (ackSize === 256) expect(value - LOAD).toBeGreaterThan(ci95!);
    },
  );

  it("is more than the network takes where the window is too small for it, although the ACKs make up for the difference", async () => {
    // Both hosts are at one switch, which takes 100 ns; a message of 256 B and its ACK of 64 B: 1024 + 140 + 256 + 140 ns.
    const capacity = 1024 / 1560;
    const load = 0.7;
    const { status, verdict } = await runExperiment({
      ...on,
      traffic: [
        {
          ...use(connection, {
            load,
            size: "256B",
            ackSize: "64B",
            window: 1,
          }),
          pattern: use(pairs, { pairs: { "P(00)": "P(01)" } }),
        },
      ],
    });
    expect(status).toBe("saturated");
    expect((5 / 4) * capacity).toBeGreaterThan(load);
    const share = /takes ([\d.]+) % of what is offered/.exec(verdict)?.[1];
    expect(Math.abs(Number(share) / 100 - capacity / load)).toBeLessThan(0.002);
  });
});
