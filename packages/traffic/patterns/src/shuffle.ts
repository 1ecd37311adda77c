import { definePattern } from "@fabriclab/spec";
import { z } from "zod";
import { dallyTowles2004 } from "./citation.ts";
import { indexBits } from "./index-bits.ts";
import { permutation } from "./permutation.ts";

/** The perfect shuffle: host `s` sends to the host whose index has the bits of `s` rotated left by one, d_i = s_(i-1 mod b) of b bits; the first and the last host stay silent. */
export const shuffle = definePattern({
  name: "shuffle",
  summary:
    "Host s sends to the host whose index has the bits of s rotated left by one.",
  cites: [dallyTowles2004],
  params: z.object({}),
  claims: { permutation: true },
  create(hosts) {
    const bits = indexBits("shuffle", hosts, 4);
    return permutation(
      Int32Array.from(
        { length: hosts },
        (_, s) => ((s << 1) & (hosts - 1)) | (s >> (bits - 1)),
      ),
    );
  },
});
