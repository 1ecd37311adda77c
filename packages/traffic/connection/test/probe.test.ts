import { pathBits } from "@fabriclab/addressing-path-bits";
import { injector } from "@fabriclab/hca-injector";
import { linkLoad } from "@fabriclab/metrics-link-load";
import { multipath } from "@fabriclab/routing-multipath";
import { defaultMeasure, runExperiment, use } from "@fabriclab/sim";
import { parseOptions, type MetricValue } from "@fabriclab/spec";
import { roundRobin, roundRobinLanes } from "@fabriclab/switch-arbiters";
import { iba } from "@fabriclab/switch-iba";
import { asynchronous } from "@fabriclab/switch-replication";
import { pathBitTable } from "@fabriclab/tables-path-bit-table";
import { fig6like } from "@fabriclab/topology-irregular";
import { connection } from "@fabriclab/traffic-connection";
import { pairs } from "@fabriclab/traffic-patterns";
import { ps } from "@fabriclab/units";
import { describe, expect, it } from "vitest";

/**
 * Two hosts at each switch. In the first diamond of fig6like,
 *
 *        S1
 *      /  |  \
 *    S0   |   S3
 *      \  |  /
 *        S2
 *
 * both hosts of S0 connect to the hosts of S3. Their shortest paths, of three switches, go by S1 and by S2.
 */
const fabric = fig6like.build(parseOptions(fig6like, { hostsPerSwitch: 2 }));
const LOAD = 0.6;

async function metrics(
  given: object,
): Promise<Readonly<Record<string, MetricValue>>> {
  const result = await runExperiment({
    name: "probes",
    seed: 1,
    fabric,
    tables: {
      addressing: use(pathBits),
      routing: use(multipath),
      unicast: use(pathBitTable),
    },
    switchModel: {
      use: use(iba),
      arbiter: use(roundRobin),
      laneScheduler: use(roundRobinLanes),
      replication: use(asynchronous),
    },
    hca: use(injector),
    link: { byteTime: ps(4000), flight: ps(20_000) },
    traffic: [
      {
        ...use(connection, { load: LOAD, size: "1KiB", messages: 1, ...given }),
        pattern: use(pairs, {
          pairs: { "H0.0": "H3.0", "H0.1": "H3.1" },
        }),
      },
    ],
    metrics: [use(linkLoad)],
    measure: { ...defaultMeasure, maxTime: ps(1e12) },
    threads: 1,
    checked: true,
  });
  expect(result.status).toBe("finished");
  return result.metrics;
}

/** By three switches of five stages of 20 ns and four cables of 20 ns, at 4 ns a byte. */
const across = (bytes: number): number => 4 * bytes + 3 * 100 + 4 * 20;
const PROBE = across(64);

describe("connections that probe for their paths", () => {
  it("share no cable that cannot hold both: the second is refused one path and takes the other", async () => {
    const seen = await metrics({ probe: {} });
    // By hand: both probes leave at 0 for the same cable behind S0, so the second is one packet, 256 ns, later. The first path is full then: a NACK comes
    // back, the next probe goes by the other path, and its ACK comes back that way.
    const first = 2 * PROBE;
    const second = PROBE + 256 + PROBE + 2 * PROBE;
    expect([first, second]).toEqual([1272, 2800]);
    expect(seen["connection.open"]).toMatchObject({
      value: 2,
      detail: { "default path": 0, refused: 0, probing: 0 },
    });
    expect(seen["connection.probes"]).toMatchObject({
      value: 3,
      detail: { refused: 1, timeouts: 0, rounds: 0 },
    });
    expect(seen["connection.set-up"]).toMatchObject({
      value: (first + second) / 2,
      detail: { count: 2, max: second },
    });
    // Each holds its share of four channels, of the two directions of 23 cables and 30 hosts' cables; what was refused is free again.
    expect(seen["connection.reserved"]!.value).toBeCloseTo(
      (2 * 4 * LOAD) / (2 * (23 + 30)),
      12,
    );
    expect(seen["connection.reserved"]!.detail!["max"]).toBeCloseTo(LOAD, 12);
    // A message is ready at 0 and waits for the ACK.
    expect(seen["transport.latency"]).toMatchObject({
      value: (first + second) / 2 + across(1024),
      detail: { count: 2, max: second + across(1024) },
    });
  });

  it("meet on one cable without probes", async () => {
    // The second message is behind the first where both leave S0.
    expect((await metrics({}))["transport.latency"]).toMatchObject({
      value: across(1024) + 4096 / 2,
      detail: { count: 2, max: across(1024) + 4096 },
    });
  });

  it("send nothing when no path has room and they are to give up", async () => {
    const seen = await metrics({ probe: { limit: 0.5, refused: "give-up" } });
    // Each tries the four simple paths of the diamond, which all need its host's cable.
    expect(seen["connection.probes"]).toMatchObject({
      value: 8,
      detail: { refused: 8 },
    });
    expect(seen["connection.open"]).toMatchObject({
      value: 0,
      detail: { refused: 2 },
    });
    expect(seen["transport.messages"]!.value).toBe(0);
    expect(seen["connection.reserved"]!.value).toBe(0);
  });
});
