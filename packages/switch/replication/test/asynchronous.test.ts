import { sequential } from "@fabriclab/addressing-sequential";
import { injector } from "@fabriclab/hca-injector";
import { latency } from "@fabriclab/metrics-latency";
import { xy } from "@fabriclab/routing-xy";
import { defaultMeasure, runExperiment, use } from "@fabriclab/sim";
import { parseOptions } from "@fabriclab/spec";
import { roundRobin, roundRobinLanes } from "@fabriclab/switch-arbiters";
import { relay } from "@fabriclab/switch-relay";
import { linear } from "@fabriclab/tables-linear";
import { multicastUnion } from "@fabriclab/tables-multicast-union";
import { mesh } from "@fabriclab/topology-mesh";
import { multicastOperation } from "@fabriclab/traffic-multicast-operation";
import { ps } from "@fabriclab/units";
import { describe, expect, it } from "vitest";
import { asynchronous } from "../src/index.ts";

/** 4 ns a byte, two flights of 20 ns and one switch of 100 ns, in ns. */
const alone = (bytes: number): number => 4 * bytes + 2 * 20 + 100;
const LONG = 4096;
const SHORT = 256;

/** One switch and four hosts: host 1 multicasts 256 bytes to hosts 2 and 3; others as said. */
async function latencies(...others: readonly object[]) {
  const { metrics, packets } = await runExperiment({
    name: "copies",
    seed: 1,
    fabric: mesh.build(
      parseOptions(mesh, { columns: 1, rows: 1, hostsPerSwitch: 4 }),
    ),
    tables: {
      addressing: use(sequential),
      routing: use(xy),
      unicast: use(linear),
      multicast: use(multicastUnion),
    },
    switchModel: {
      use: use(relay),
      arbiter: use(roundRobin),
      laneScheduler: use(roundRobinLanes),
      replication: use(asynchronous),
    },
    hca: use(injector),
    link: { byteTime: ps(4000), flight: ps(20_000) },
    traffic: [
      { sourceAt: 1, members: [1, 2, 3], size: `${SHORT}B` },
      ...others,
    ].map((options) => use(multicastOperation, options)),
    metrics: [use(latency)],
    measure: defaultMeasure,
    threads: 1,
    checked: true,
  });
  return { packets, latency: metrics["latency"] };
}

describe("asynchronous replication", () => {
  it("sends all copies at once when their outputs are free", async () => {
    const { latency, packets } = await latencies();
    expect(packets).toMatchObject({ injected: 1, delivered: 2, inFlight: 0 });
    expect(latency?.detail).toMatchObject({
      count: 2,
      min: alone(SHORT),
      max: alone(SHORT),
    });
  });

  it("lets a copy leave at once while another one waits for its output", async () => {
    // Host 0 sends 4 KiB to host 2 alone; of equal heads the first input is served first.
    const busy = { sourceAt: 0, members: [0, 2], size: `${LONG}B` };
    const { latency } = await latencies(busy);
    // To host 3 at once; to host 2 behind the long packet's tail.
    expect(latency?.detail).toMatchObject({
      count: 3,
      min: alone(SHORT),
      max: alone(LONG) + 4 * SHORT,
    });
    expect(latency?.value).toBeCloseTo(
      (alone(SHORT) + alone(LONG) + alone(LONG) + 4 * SHORT) / 3,
      6,
    );
  });

  it("keeps the input buffer until the last copy has left", async () => {
    const busy = { sourceAt: 0, members: [0, 2], size: `${LONG}B` };
    // Host 1's next packet goes to host 3, whose output is free.
    const next = {
      sourceAt: 1,
      members: [1, 3],
      size: `${SHORT}B`,
      start: "4ns",
    };
    const { latency } = await latencies(busy, next);
    // The waiting copy starts on its link when the long packet's tail has left, and leaves the switch 4 ns a byte later; the buffer's space is
    // known to host 1 one flight after that, and the packet is born at 4 ns.
    const left = 20 + 100 + 4 * LONG + 4 * SHORT;
    expect(latency?.detail).toMatchObject({
      count: 4,
      max: left + 20 + alone(SHORT) - 4,
    });
  });

  it("has no parameters, and refuses one", () => {
    expect(() => parseOptions(asynchronous, { bound: 1 })).toThrow(
      expect.objectContaining({ code: "E_SPEC_UNKNOWN_PARAMETER" }),
    );
  });
});
