import { expect, it } from "vitest";
import { fabriclab, workFolder } from "./command.ts";

const work = workFolder();

/** Output buffers, several lanes and packets of unlike sizes: outputs whose crossbar and link fall free in the tick of a request. */
const scenario = `topology: { kind: fat-tree, ports: 4, levels: 2, flight: 20ns }
routing: cyclic
switch: { kind: relay, virtualLanes: 4, inputBuffer: 2 packets, outputBuffer: 1 packets }
arbiter: matrix
traffic:
  - { kind: constant-rate, load: 0.4, size: 64B }
  - { kind: poisson, load: 0.4, sizes: [{ size: 64B, weight: 3 }, { size: 900B, weight: 1 }], pattern: random-permutation, sl: [0, 1], slChoice: random }
metrics: [latency, throughput, link-load, order, drops]
measure: { warmup: auto, precision: 0.02, maxTime: 1ms, maxPackets: 8000 }
seed: 106
`;

it("several threads give the result of one, the number of events included", async () => {
  const file = work.write("free-together.yaml", scenario);
  const results: unknown[] = [];
  for (const threads of ["1", "2", "3"]) {
    const { out, err } = await fabriclab(
      ...["run", file, "--threads", threads, "--json"],
    );
    expect(out, err).not.toBe("");
    const { wallSeconds: _, ...result } = JSON.parse(out) as object & {
      wallSeconds: number;
    };
    results.push(result);
  }
  expect(results[0]).toHaveProperty("events");
  expect(results[1]).toEqual(results[0]);
  expect(results[2]).toEqual(results[0]);
});
