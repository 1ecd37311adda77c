import { linkParams } from "@fabriclab/fabric";
import { defineTopology, intParam } from "@fabriclab/spec";
import { MAX_PORTS } from "@fabriclab/units";
import { z } from "zod";
import { diameterOf } from "./diameter.ts";
import { buildDragonfly } from "./dragonfly.ts";
import { checkSize, hostsOf, linksOf, switchesOf } from "./size.ts";
import { sizesFor } from "./sizes.ts";

/**
 * Dragonflies of Kim et al.: groups of a switches, all of which are cabled to each other, with p hosts and h global links each, and g groups, each pair of which is
 * joined by as many global cables as all have links for.
 *
 * @throws FabricError E_DRAGONFLY_GROUPS, E_DRAGONFLY_PORTS or E_DRAGONFLY_TOO_LARGE
 */
export const dragonfly = defineTopology({
  name: "dragonfly",
  summary:
    "Dragonflies: groups of switches that are all cabled to each other, and cables from every group to every other.",
  cites: [
    {
      key: "kim2008",
      authors: "J. Kim, W. J. Dally, S. Scott, D. Abts",
      title: "Technology-driven, highly-scalable dragonfly topology",
      venue:
        "Proceedings of the 35th International Symposium on Computer Architecture, 77-88",
      year: 2008,
      doi: "10.1109/ISCA.2008.19",
    },
    {
      key: "camarero2014",
      authors: "C. Camarero, E. Vallejo, R. Beivide",
      title:
        "Topological characterization of Hamming and dragonfly networks and its implications on routing",
      venue: "ACM Transactions on Architecture and Code Optimization 11(4)",
      year: 2014,
      doi: "10.1145/2677038",
    },
  ],
  params: z.object({
    hostsPerSwitch: intParam({ min: 1, max: MAX_PORTS, default: 2 }).describe(
      "Hosts at each switch (p).",
    ),
    switchesPerGroup: intParam({ min: 1, max: MAX_PORTS, default: 4 }).describe(
      "Switches of a group, each cabled to all others (a).",
    ),
    globalLinks: intParam({ min: 1, max: MAX_PORTS, default: 2 }).describe(
      "Links of each switch to other groups (h).",
    ),
    groups: intParam({ min: 0, max: 99_999, default: 0 }).describe(
      "Groups (g); 0: as many as each group reaches by a cable of its own, a·h + 1.",
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
  build({ hostsPerSwitch, switchesPerGroup, globalLinks, groups, ...link }) {
    const size = { hostsPerSwitch, switchesPerGroup, globalLinks, groups };
    checkSize(size);
    return buildDragonfly(size, link);
  },
});
