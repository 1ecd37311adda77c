import {
  defineArbiter,
  defineLaneScheduler,
  type Arbiter,
  type ArbiterFactory,
  type LaneScheduler,
  type LaneSchedulerFactory,
} from "@fabriclab/spec";
import { z } from "zod";
import { dallyTowles2004 } from "./citation.ts";

/** Index of the lowest set bit. */
function lowest(word: number): number {
  return 31 - Math.clz32(word & -word);
}

function createRoundRobin(slots: number): Arbiter {
  /** Slot -> first input to be tried. */
  const turn = new Uint8Array(slots);
  return {
    pick(slot, requests) {
      const later = requests & (-1 << turn[slot]!);
      const word = later !== 0 ? later : requests;
      return 31 - Math.clz32(word & -word);
    },
    pickWide(slot, words, at, count) {
      const first = turn[slot]!;
      const start = first >> 5;
      if (start < count) {
        const later = words[at + start]! & (-1 << (first & 31));
        if (later !== 0) return (start << 5) + lowest(later);
        for (let w = start + 1; w < count; w++)
          if (words[at + w] !== 0) return (w << 5) + lowest(words[at + w]!);
      }
      for (let w = 0; w < count; w++)
        if (words[at + w] !== 0) return (w << 5) + lowest(words[at + w]!);
      return -1;
    },
    granted(slot, input) {
      // With one word a turn of 32 shifts by 0, which starts from input 0 again, as it should.
      turn[slot] = input + 1;
    },
  };
}

const arbiterFactory: ArbiterFactory = {
  name: "round-robin",
  create: createRoundRobin,
};

/** Serves the inputs in turn, starting after the one served last. */
export const roundRobin = defineArbiter({
  name: "round-robin",
  summary:
    "Serves requesting inputs in turn, starting after the one served last.",
  cites: [dallyTowles2004],
  params: z.object({}),
  claims: { fair: true },
  build: () => arbiterFactory,
});

function createRoundRobinLanes(outputs: number): LaneScheduler {
  const turn = new Uint8Array(outputs);
  return {
    pick(output, lanes) {
      const later = lanes & (-1 << turn[output]!);
      const word = later !== 0 ? later : lanes;
      return 31 - Math.clz32(word & -word);
    },
    granted(output, lane) {
      turn[output] = lane + 1;
    },
  };
}

const laneFactory: LaneSchedulerFactory = {
  name: "round-robin",
  create: createRoundRobinLanes,
};

/** Serves the virtual lanes of an output in turn, one packet each. */
export const roundRobinLanes = defineLaneScheduler({
  name: "round-robin",
  summary: "Serves the virtual lanes of an output in turn, a packet each.",
  cites: [dallyTowles2004],
  params: z.object({}),
  claims: { fair: true },
  build: () => laneFactory,
});
