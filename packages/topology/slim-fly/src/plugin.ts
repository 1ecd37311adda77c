import { linkParams } from "@fabriclab/fabric";
import { defineTopology, intParam } from "@fabriclab/spec";
import { MAX_PORTS } from "@fabriclab/units";
import { z } from "zod";
import { checkSize, hostsOf, linksOf, switchesOf } from "./size.ts";
import { sizesFor } from "./sizes.ts";
import { buildSlimFly } from "./slim-fly.ts";

/**
 * Slim Flies of Besta and Hoefler: the graphs of McKay, Miller and Širáň, 2q² switches with (3q - δ)/2 cables to others (q = 4w + δ a power of a prime), of which any two are at most two
 * cables apart, and p hosts at each.
 *
 * @throws FabricError E_SLIM_FLY_ORDER, E_SLIM_FLY_PORTS or E_SLIM_FLY_TOO_LARGE
 */
export const slimFly = defineTopology({
  name: "slim-fly",
  summary:
    "Slim Flies: every two switches at most two cables apart, with nearly as many switches as their ports allow.",
  cites: [
    {
      key: "besta2014",
      authors: "M. Besta, T. Hoefler",
      title: "Slim Fly: a cost effective low-diameter network topology",
      venue:
        "Proceedings of the International Conference for High Performance Computing, Networking, Storage and Analysis, 348-359",
      year: 2014,
      doi: "10.1109/SC.2014.34",
    },
    {
      key: "mckay1998",
      authors: "B. D. McKay, M. Miller, J. Širáň",
      title: "A note on large graphs of diameter two and given maximum degree",
      venue: "Journal of Combinatorial Theory, Series B 74(1), 110-118",
      year: 1998,
      doi: "10.1006/jctb.1998.1828",
    },
    {
      key: "blach2024",
      authors:
        "N. Blach, M. Besta, D. De Sensi, J. Domke, H. Harake, S. Li, P. Iff, M. Konieczny, K. Lakhotia, A. Kubicek, M. Ferrari, F. Petrini, T. Hoefler",
      title:
        "A high-performance design, implementation, deployment, and evaluation of the Slim Fly network",
      venue:
        "Proceedings of the 21st USENIX Symposium on Networked Systems Design and Implementation, 1025-1044",
      year: 2024,
    },
  ],
  params: z.object({
    order: intParam({ min: 3, max: MAX_PORTS, default: 5 }).describe(
      "Elements of the field that it is made of (q), a power of a prime: 2q² switches.",
    ),
    hostsPerSwitch: intParam({ min: 0, max: MAX_PORTS, default: 0 }).describe(
      "Hosts at each switch (p); 0: half as many as its cables to other switches, rounded up.",
    ),
    ...linkParams,
  }),
  claims: {
    switches: switchesOf,
    hosts: hostsOf,
    links: linksOf,
    diameter: () => 3,
    sizes: sizesFor,
  },
  build({ order, hostsPerSwitch, ...link }) {
    const size = { order, hostsPerSwitch };
    checkSize(size);
    return buildSlimFly(size, link);
  },
});
