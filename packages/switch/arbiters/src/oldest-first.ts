import {
  defineArbiter,
  type Arbiter,
  type ArbiterFactory,
  type RequestHeads,
} from "@fabriclab/spec";
import { FabricError } from "@fabriclab/units";
import { z } from "zod";
import { abts2007, dallyTowles2004 } from "./citation.ts";

function createOldestFirst(heads: RequestHeads): Arbiter {
  return {
    pick(slot, requests) {
      let best = 31 - Math.clz32(requests & -requests);
      let birth = heads.birth(slot, best);
      for (let rest = requests & (requests - 1); rest !== 0; rest &= rest - 1) {
        const input = 31 - Math.clz32(rest & -rest);
        const other = heads.birth(slot, input);
        if (other >= birth) continue;
        best = input;
        birth = other;
      }
      return best;
    },
    pickWide(slot, words, at, count) {
      let best = -1;
      let birth = Infinity;
      for (let w = 0; w < count; w++) {
        for (let rest = words[at + w]!; rest !== 0; rest &= rest - 1) {
          const input = (w << 5) + 31 - Math.clz32(rest & -rest);
          const other = heads.birth(slot, input);
          if (other >= birth) continue;
          best = input;
          birth = other;
        }
      }
      return best;
    },
    granted() {
      // The packet that was served is gone; the next one tells its own age.
    },
  };
}

const factory: ArbiterFactory = {
  name: "oldest-first",
  create(_slots, _inputs, heads) {
    if (heads === undefined)
      throw new FabricError({
        code: "E_OLDEST_FIRST_HEADS",
        message: "oldest-first chooses by the ages of packets",
        got: "no packets",
        expected: "`heads`, which every network gives its arbiters",
        hint: "without packets use round-robin or matrix",
      });
    return createOldestFirst(heads);
  },
};

/** Serves the input whose packet was born first, of equal ones the lowest input (Dally & Towles 2004, chapter 18; Abts & Weisser 2007). */
export const oldestFirst = defineArbiter({
  name: "oldest-first",
  summary:
    "Serves the requesting input whose packet is oldest, counted from its birth at the source.",
  cites: [abts2007, dallyTowles2004],
  params: z.object({}),
  claims: { fair: true },
  build: () => factory,
});
