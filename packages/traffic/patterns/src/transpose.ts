import { definePattern } from "@fabriclab/spec";
import { z } from "zod";
import { dallyTowles2004 } from "./citation.ts";
import { needHosts, permutation } from "./permutation.ts";

/**
 * The matrix transpose: with k^2 hosts, host x·k + y sends to y·k + x; the diagonal stays silent. For 4^j hosts this is the bit form
 * d_i = s_(i + b/2 mod b), the halves of the index swapped.
 */
export const transpose = definePattern({
  name: "transpose",
  summary:
    "With k x k hosts, host (x, y) sends to host (y, x); the diagonal stays silent.",
  cites: [dallyTowles2004],
  params: z.object({}),
  claims: { permutation: true },
  create(hosts) {
    const k = Math.round(Math.sqrt(hosts));
    needHosts(
      "transpose",
      hosts,
      hosts >= 4 && k * k === hosts,
      "a square: 4, 9, 16, …",
    );
    return permutation(
      Int32Array.from(
        { length: hosts },
        (_, s) => (s % k) * k + Math.floor(s / k),
      ),
    );
  },
});
