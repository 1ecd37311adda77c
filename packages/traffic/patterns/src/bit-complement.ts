import { definePattern } from "@fabriclab/spec";
import { z } from "zod";
import { dallyTowles2004 } from "./citation.ts";
import { indexBits } from "./index-bits.ts";
import { permutation } from "./permutation.ts";

/** Host `s` sends to the host whose index has every bit turned over: d_i = ¬s_i. */
export const bitComplement = definePattern({
  name: "bit-complement",
  summary: "Host s sends to the host whose index has every bit turned over.",
  cites: [dallyTowles2004],
  params: z.object({}),
  claims: { permutation: true },
  create(hosts) {
    indexBits("bit-complement", hosts, 2);
    return permutation(
      Int32Array.from({ length: hosts }, (_, s) => hosts - 1 - s),
    );
  },
});
