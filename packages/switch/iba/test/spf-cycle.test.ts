import { sequential } from "@fabriclab/addressing-sequential";
import { injector } from "@fabriclab/hca-injector";
import { latency } from "@fabriclab/metrics-latency";
import { channelDependencies, findCycle } from "@fabriclab/paths";
import { spf } from "@fabriclab/routing-spf";
import {
  compose,
  defaultMeasure,
  runExperiment,
  use,
  type Experiment,
} from "@fabriclab/sim";
import { parseOptions } from "@fabriclab/spec";
import { roundRobin, roundRobinLanes } from "@fabriclab/switch-arbiters";
import { hll } from "@fabriclab/switch-dropping";
import { iba } from "@fabriclab/switch-iba";
import { asynchronous } from "@fabriclab/switch-replication";
import { linear } from "@fabriclab/tables-linear";
import { irregular } from "@fabriclab/topology-irregular";
import { uniform } from "@fabriclab/traffic-patterns";
import { poisson } from "@fabriclab/traffic-poisson";
import { ps } from "@fabriclab/units";
import { describe, expect, it } from "vitest";

const fabric = irregular.build(
  parseOptions(irregular, { switches: 15, links: 23, degree: 4, seed: 1 }),
);
const END = ps(3_000_000_000);

/** Best-effort traffic at 90 % over SPF on one data lane, as kim2007's fabric (b) of SPEC 5.7. */
const experiment = (drop: boolean): Experiment => ({
  name: "spf at high load",
  seed: 1,
  fabric,
  tables: {
    addressing: use(sequential),
    routing: use(spf),
    unicast: use(linear),
  },
  switchModel: {
    use: use(iba, {
      virtualLanes: 1,
      management: false,
      inputBuffer: "1 packet",
    }),
    arbiter: use(roundRobin),
    laneScheduler: use(roundRobinLanes),
    replication: use(asynchronous),
    ...(drop ? { drop: use(hll, { hv: 2 }) } : {}),
  },
  hca: use(injector),
  link: {},
  traffic: [
    {
      ...use(poisson, {
        load: 0.9,
        size: "1KiB",
        headers: "ud",
        droppable: true,
      }),
      pattern: use(uniform),
    },
  ],
  metrics: [use(latency)],
  measure: { ...defaultMeasure, maxTime: END },
  threads: 1,
  checked: false,
});

/** The node of a place `S3:2 VL0 …`. */
const nodeOf = (place: string): number =>
  fabric.findNode(place.slice(0, place.indexOf(":")))!;

/** Nodes at the other ends of a node's cables. */
function neighbours(node: number): number[] {
  const first = fabric.portStart[node]!;
  return Array.from(
    fabric.portPeer.subarray(first, fabric.portStart[node + 1]),
    (peer) => (peer < 0 ? -1 : fabric.portNode[peer]!),
  );
}

describe("SPF on a random fabric of 15 switches and 23 links at high load", () => {
  it("stops without dropping, with a cycle that follows the cables, as the auditor says it may", async () => {
    const stuck = experiment(false);
    expect(
      findCycle(channelDependencies(fabric, compose(stuck).tables)),
    ).toBeDefined();
    const { status, deadlock = [] } = await runExperiment(stuck);
    expect(status).toBe("deadlocked");
    expect(deadlock.length).toBeGreaterThanOrEqual(3);
    const nodes = deadlock.map(({ place }) => nodeOf(place));
    expect(new Set(nodes).size).toBeGreaterThanOrEqual(3);
    for (const [at, { waitsFor }] of deadlock.entries()) {
      const next = (at + 1) % deadlock.length;
      expect(waitsFor).toBe(deadlock[next]!.place);
      // A buffer waits for one of the same switch or at the other end of a cable.
      expect([nodes[at], ...neighbours(nodes[at]!)]).toContain(nodes[next]);
    }
  });

  it("goes on to the end with HLL, which drops what stands at a head for 16 us", async () => {
    const { status, packets, deadlock } = await runExperiment(experiment(true));
    // More is offered than drops and deliveries take out: that is saturation, not a deadlock.
    expect(status).toBe("saturated");
    expect(deadlock).toBeUndefined();
    expect(packets.dropped).toBeGreaterThan(0);
    // Far more than the 61 buffers of switches and what hosts have sent to stop them.
    expect(packets.delivered).toBeGreaterThan(1000);
  });
});
