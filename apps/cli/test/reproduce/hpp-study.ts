import {
  IDLE_NS,
  PAPER_LOSS,
} from "../../src/reproduce/hpp2008/claims/barriers.ts";
import { paperBuffer } from "../../src/reproduce/hpp2008/claims/buffers.ts";
import { PAPER_RATIOS } from "../../src/reproduce/hpp2008/claims/channels.ts";
import { LOGP } from "../../src/reproduce/hpp2008/claims/scaling.ts";
import {
  casesOf,
  DEFAULTS,
  seedsOf,
  type Case,
} from "../../src/reproduce/hpp2008/cases.ts";
import { hpp2008 } from "../../src/reproduce/hpp2008/index.ts";
import type { HppRecord } from "../../src/reproduce/hpp2008/record.ts";
import type { Study } from "../../src/reproduce/reproduction.ts";

/** What a made-up run says. */
export type Made = Pick<
  HppRecord,
  "throughput" | "headNs" | "barrierNs" | "collectiveNs"
>;
export type World = (point: Case, seed: number) => Made;

/** The record of a run that says so. */
export const recordOf = (made: Made): HppRecord => ({
  status: "limit",
  ...made,
  simulatedUs: 1000,
  warmupUs: 100,
  delivered: 1000,
  packetHops: 2000,
  events: 4000,
});

/** A study whose results are given by a formula instead of a simulator: what the claims' rules say about it is known by hand. */
export function hppStudy(world: World, quick = false): Study {
  const options = { quick };
  return {
    options,
    tasks: hpp2008.tasks(options),
    results: casesOf(options).flatMap((point) =>
      seedsOf(options).map(
        (seed) => recordOf(world(point, seed)) as unknown as null,
      ),
    ),
  };
}

/** Everything as the paper says, with a little noise. */
export const asThePaper: World = (point, seed) => {
  const noise = 1 + (seed - 3) / 10_000;
  const { measure, setting, lanes, packet, buffer, interval, load } = point;
  const nothing: Made = {
    throughput: null,
    headNs: null,
    barrierNs: null,
    collectiveNs: null,
  };
  switch (measure) {
    case "packet":
      return { ...nothing, headNs: setting === "no-show-ahead" ? 38.4 : 35.2 };
    case "unicast": {
      const full = 0.6 * (PAPER_RATIOS[lanes] ?? 1) * noise;
      // Below the paper's buffer for this length, a quarter is lost.
      const small = buffer < paperBuffer(packet) && buffer !== DEFAULTS.buffer;
      return {
        ...nothing,
        throughput: Math.min(load, small ? 0.75 * full : full),
        headNs:
          load > 0.5
            ? null
            : (setting === "no-show-ahead" ? 38.4 : 35.2) + seed / 10,
      };
    }
    case "barrier": {
      const waits = packet * 1.6 * noise;
      const crowd = interval < 50 ? 1000 * (50 - interval) : 0;
      return {
        ...nothing,
        throughput:
          packet === 0
            ? null
            : 0.8 * noise * (interval === 0 ? 1 : 1 - PAPER_LOSS),
        barrierNs: interval === 0 ? null : IDLE_NS + waits + crowd,
      };
    }
    case "collective":
      return {
        ...nothing,
        collectiveNs: LOGP[point.collective](point.processors) * noise,
      };
  }
};
