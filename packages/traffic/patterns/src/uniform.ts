import { definePattern } from "@fabriclab/spec";
import { z } from "zod";
import { dallyTowles2004 } from "./citation.ts";
import { needHosts } from "./permutation.ts";

/** Every packet to any other host with equal chance. */
export const uniform = definePattern({
  name: "uniform",
  summary: "Every packet goes to any other host with equal chance.",
  cites: [dallyTowles2004],
  params: z.object({}),
  claims: { permutation: false },
  create(hosts) {
    needHosts("uniform", hosts, hosts >= 2, "at least 2 hosts");
    return {
      destination(source, random) {
        // One of the others: those from the source on move up by one.
        const draw = random.below(hosts - 1);
        return draw >= source ? draw + 1 : draw;
      },
    };
  },
});
