import { countsParam, linkParams } from "@fabriclab/fabric";
import { defineTopology, intParam } from "@fabriclab/spec";
import { MAX_PORTS } from "@fabriclab/units";
import { z } from "zod";
import { buildHyperx } from "./hyperx.ts";
import { checkSize, diameterOf, hostsOf, linksOf, switchesOf } from "./size.ts";
import { sizesFor } from "./sizes.ts";

/**
 * HyperX networks of Ahn et al.: a grid of switches of L dimensions, each cabled by K cables to every other of its row in each dimension, with T hosts. Dimensions of 2 are a hypercube; one host for each
 * place of a row is a flattened butterfly.
 *
 * @throws FabricError E_HYPERX_NUMBERS, E_HYPERX_DIMENSIONS, E_HYPERX_PORTS or E_HYPERX_TOO_LARGE
 */
export const hyperx = defineTopology({
  name: "hyperx",
  summary:
    "HyperX networks: a grid of switches, each of which is cabled to all others of its row in every dimension; hypercubes and flattened butterflies among them.",
  cites: [
    {
      key: "ahn2009",
      authors: "J. H. Ahn, N. Binkert, A. Davis, M. McLaren, R. S. Schreiber",
      title:
        "HyperX: topology, routing, and packaging of efficient large-scale networks",
      venue:
        "Proceedings of the Conference on High Performance Computing, Networking, Storage and Analysis, 41:1-41:11",
      year: 2009,
      doi: "10.1145/1654059.1654101",
    },
  ],
  params: z.object({
    sizes: countsParam("4,4", "switches").describe(
      "Switches along each dimension (S).",
    ),
    parallel: countsParam("1", "cables").describe(
      "Cables between any two switches of a row (K): one number for all dimensions, or one for each.",
    ),
    hostsPerSwitch: intParam({ min: 1, max: MAX_PORTS, default: 4 }).describe(
      "Hosts at each switch (T).",
    ),
    ...linkParams,
  }),
  claims: {
    switches: switchesOf,
    hosts: hostsOf,
    links: linksOf,
    diameter: diameterOf,
    sizes: sizesFor,
  },
  build({ sizes, parallel, hostsPerSwitch, ...link }) {
    const size = { sizes, parallel, hostsPerSwitch };
    checkSize(size);
    return buildHyperx(size, link);
  },
});
