import { definePattern } from "@fabriclab/spec";
import { z } from "zod";
import { dallyTowles2004 } from "./citation.ts";
import { indexBits } from "./index-bits.ts";
import { permutation } from "./permutation.ts";

/** Host `s` sends to the host whose index has the bits of `s` in reverse: d_i = s_(b-1-i) of b bits; an index that reads alike both ways stays silent. */
export const bitReverse = definePattern({
  name: "bit-reverse",
  summary:
    "Host s sends to the host whose index has the bits of s in reverse order.",
  cites: [dallyTowles2004],
  params: z.object({}),
  claims: { permutation: true },
  create(hosts) {
    const bits = indexBits("bit-reverse", hosts, 4);
    const reverse = (s: number): number => {
      let d = 0;
      for (let i = 0; i < bits; i++) d = (d << 1) | ((s >> i) & 1);
      return d;
    };
    return permutation(
      Int32Array.from({ length: hosts }, (_, s) => reverse(s)),
    );
  },
});
