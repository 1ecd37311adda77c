import { runExperiment, type RunResult } from "@fabriclab/sim";
import { definePattern } from "@fabriclab/spec";
import { star } from "@fabriclab/testing-fabrics";
import { poisson } from "@fabriclab/traffic-poisson";
import { z } from "zod";
import { experiment, use } from "./laboratory.ts";
import { upDown } from "./up-down.ts";

export const SOURCES = 20;
const BYTES = 256;
/** Service time of a packet on a link of 4 ns per byte. */
const SERVICE_NS = 4 * BYTES;
/** 4L + 20(h+1) + 100h with one switch. */
const ZERO_LOAD_NS = SERVICE_NS + 40 + 100;

/** Everybody sends to the last host, which is silent. */
const toTheLast = definePattern({
  name: "test-to-the-last",
  summary: "Everybody sends to the last host.",
  cites: [],
  params: z.object({}),
  claims: { permutation: false },
  create: (hosts) => ({
    destination: (source) => (source === hosts - 1 ? -1 : hosts - 1),
  }),
});

/**
 * Many Poisson sources, one switch output: an M/D/1 queue of load `load`. Its unfinished work, and so the mean wait, is that of a single queue whichever
 * of the waiting packets goes first, because a packet held back at its host or in an input buffer always has another before it on its way to
 * the output (input buffers of several packets keep the output from idling for lack of credits).
 */
export function singleQueue(
  load: number,
  measure: object,
  seed = 1,
): Promise<RunResult> {
  return runExperiment(
    experiment({
      fabric: star(SOURCES + 1),
      routing: upDown,
      traffic: [
        {
          ...use(poisson, { load: load / SOURCES, size: `${BYTES}B` }),
          pattern: use(toTheLast),
        },
      ],
      relay: { inputBuffer: "8 packets" },
      measure,
      seed,
    }),
  );
}

/** Mean latency of such a queue in ns: that of an idle network, and the wait of M/D/1. */
export function latencyOf(load: number): number {
  return ZERO_LOAD_NS + (SERVICE_NS * load) / (2 * (1 - load));
}

/** How many of the runs of seeds 1 … `seeds` converge to an interval that holds the truth, and how many lie wholly below it; deliveries in all. */
export async function coverage(
  load: number,
  measure: object,
  seeds: number,
): Promise<{
  readonly covered: number;
  readonly below: number;
  readonly packets: number;
}> {
  const truth = latencyOf(load);
  let covered = 0;
  let below = 0;
  let packets = 0;
  for (let seed = 1; seed <= seeds; seed += 1) {
    const result = await singleQueue(load, measure, seed);
    if (result.status !== "converged")
      throw new Error(`seed ${seed} ends as ${result.status}`);
    const { value, ci95, detail } = result.metrics["latency"]!;
    packets += detail?.["count"] ?? 0;
    if (Math.abs(value - truth) <= (ci95 ?? 0)) covered += 1;
    else if (value < truth) below += 1;
  }
  return { covered, below, packets };
}
