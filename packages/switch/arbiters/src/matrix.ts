import {
  type Arbiter,
  type ArbiterFactory,
  defineArbiter,
  PAPERS,
} from "@fabriclab/spec";
import { z } from "zod";
import { dallyTowles2004 } from "./citation.ts";

/**
 * The matrix arbiter keeps w[i][j] = 1 iff input i beats input j, and on a grant clears row i and sets column i. That order is always total
 * and equals "least recently served first", so one stamp per input holds the whole matrix: i beats j iff stamp[i] < stamp[j].
 */
function createMatrix(slots: number, inputs: number): Arbiter {
  const stamp = new Float64Array(slots * inputs);
  const grants = new Float64Array(slots);
  for (let slot = 0; slot < slots; slot++)
    for (let i = 0; i < inputs; i++) stamp[slot * inputs + i] = i - inputs;

  return {
    pick(slot, requests) {
      let best = 31 - Math.clz32(requests & -requests);
      for (let rest = requests & (requests - 1); rest !== 0; rest &= rest - 1) {
        const i = 31 - Math.clz32(rest & -rest);
        if (stamp[slot * inputs + i]! < stamp[slot * inputs + best]!) best = i;
      }
      return best;
    },
    pickWide(slot, words, at, count) {
      let best = -1;
      for (let w = 0; w < count; w++) {
        for (let rest = words[at + w]!; rest !== 0; rest &= rest - 1) {
          const i = (w << 5) + 31 - Math.clz32(rest & -rest);
          if (
            best < 0 ||
            stamp[slot * inputs + i]! < stamp[slot * inputs + best]!
          )
            best = i;
        }
      }
      return best;
    },
    granted(slot, input) {
      stamp[slot * inputs + input] = grants[slot]!++;
    },
  };
}

const factory: ArbiterFactory = { name: "matrix", create: createMatrix };

/** Serves the input that was served longest ago (Wang et al. 2008, section 2.2). */
export const matrix = defineArbiter({
  name: "matrix",
  summary: "Serves the requesting input that was served longest ago.",
  cites: [PAPERS.wang2008, dallyTowles2004],
  params: z.object({}),
  claims: { fair: true },
  build: () => factory,
});
