import { definePattern, flagParam } from "@fabriclab/spec";
import { z } from "zod";
import { dallyTowles2004 } from "./citation.ts";
import { needHosts, permutation } from "./permutation.ts";

/**
 * One permutation for the whole run, drawn by the seed. Without fixed points (the default) it is uniform over the derangements: whole
 * permutations are drawn until one has none, e = 2.72 tries on average.
 */
export const randomPermutation = definePattern({
  name: "random-permutation",
  summary: "One permutation of the hosts for the whole run, drawn by the seed.",
  cites: [dallyTowles2004],
  params: z.object({
    fixedPoints: flagParam(false).describe(
      "let a host draw itself, and then stay silent",
    ),
  }),
  claims: { permutation: true },
  create(hosts, { fixedPoints }, random) {
    needHosts("random-permutation", hosts, hosts >= 2, "at least 2 hosts");
    const to = Int32Array.from({ length: hosts }, (_, i) => i);
    do {
      for (let i = hosts - 1; i > 0; i--) {
        const j = random.below(i + 1);
        [to[i], to[j]] = [to[j]!, to[i]!];
      }
    } while (!fixedPoints && to.some((d, s) => d === s));
    return permutation(to);
  },
});
