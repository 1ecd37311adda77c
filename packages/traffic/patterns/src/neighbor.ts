import { definePattern } from "@fabriclab/spec";
import { alongDimensions, dimensionsParams } from "./along-dimensions.ts";
import { dallyTowles2004 } from "./citation.ts";

/** One place on along every dimension: d_i = s_i + 1 mod k. */
export const neighbor = definePattern({
  name: "neighbor",
  summary:
    "Hosts send one place on along every dimension, from the last to the first.",
  cites: [dallyTowles2004],
  params: dimensionsParams,
  claims: { permutation: true },
  create: (hosts, { sizes }) =>
    alongDimensions({
      ...{ name: "neighbor", hosts, sizes, least: 2 },
      step: () => 1,
    }),
});
