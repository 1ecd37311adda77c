import { describe, expect, it } from "vitest";
import { createNetwork } from "../src/index.ts";
import {
  meshConfig,
  runToEnd,
  type MeshRun,
  type MeshSums,
} from "./mesh-run.ts";
import { runOnThreads } from "./threads.ts";

const withoutTimes = ({
  hops,
  delivered,
  injected,
  latency,
  longest,
  busy,
}: MeshSums) => ({ hops, delivered, injected, latency, longest, busy });
// Worker threads run the sources as they stand, which needs a node that strips types.
const strips = (process.features as { typescript?: unknown }).typescript;

describe.skipIf(strips === false || strips === undefined)(
  "a network split over threads",
  () => {
    const base = { K: 6, checked: true, ticks: 150_000 };
    const runs: MeshRun[] = [
      {
        ...base,
        lanes: 1,
        bytes: 256,
        load: 0.4,
        outputBuffer: { packets: 0 },
      },
      { ...base, lanes: 4, bytes: 32, load: 0.9, outputBuffer: { packets: 0 } },
      {
        ...base,
        lanes: 1,
        bytes: 2048,
        load: 0.1,
        outputBuffer: { packets: 1 },
      },
      {
        ...base,
        lanes: 2,
        bytes: 256,
        load: 0.9,
        outputBuffer: { packets: 1 },
      },
      {
        ...base,
        lanes: 4,
        bytes: 256,
        load: 0.6,
        outputBuffer: { packets: 0 },
        adapter: true,
      },
      {
        ...base,
        lanes: 4,
        bytes: 256,
        load: 0.6,
        outputBuffer: { packets: 2 },
        behind: true,
      },
      {
        ...base,
        lanes: 1,
        bytes: 256,
        load: 0.05,
        outputBuffer: { packets: 0 },
        hole: true,
      },
      // A packet of 32 B leaves by a host's cable in 11 ns: its credit returns sooner than a cable of one lane would let it.
      {
        ...base,
        lanes: 1,
        bytes: 32,
        load: 0.9,
        outputBuffer: { packets: 0 },
        wideHosts: true,
      },
    ];

    it.each(runs)(
      "gives the sums of one thread on two and on three ($lanes lanes, $bytes B, load $load, output buffers $outputBuffer.packets, host adapter with queues: $adapter, delay and lane order behind the crossbar: $behind, no path at a border: $hole, wide cables of hosts: $wideHosts)",
      async (run) => {
        const one = withoutTimes(runToEnd(createNetwork(meshConfig(run)), run));
        expect(one.delivered).toBeGreaterThan(50);
        if (run.hole === true)
          expect(one.injected).toBeGreaterThan(one.delivered + 10);
        expect(withoutTimes(await runOnThreads(run, 2))).toEqual(one);
        expect(withoutTimes(await runOnThreads(run, 3))).toEqual(one);
      },
    );
  },
);
