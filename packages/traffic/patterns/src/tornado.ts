import { definePattern } from "@fabriclab/spec";
import { alongDimensions, dimensionsParams } from "./along-dimensions.ts";
import { dallyTowles2004 } from "./citation.ts";

/** Almost half way round along every dimension of k places: d_i = s_i + ⌈k/2⌉ - 1 mod k, the worst case of minimal routing on a torus. */
export const tornado = definePattern({
  name: "tornado",
  summary:
    "Hosts send almost half way round along every dimension: by ⌈k/2⌉ - 1 of k places.",
  cites: [dallyTowles2004],
  params: dimensionsParams,
  claims: { permutation: true },
  create: (hosts, { sizes }) =>
    alongDimensions({
      ...{ name: "tornado", hosts, sizes, least: 3 },
      step: (size) => Math.ceil(size / 2) - 1,
    }),
});
