import { linkParams } from "@fabriclab/fabric";
import { defineTopology, intParam } from "@fabriclab/spec";
import { MAX_PORTS } from "@fabriclab/units";
import { z } from "zod";
import { buildDragonflyPlus } from "./dragonfly-plus.ts";
import { checkSize, diameterOf, hostsOf, linksOf, switchesOf } from "./size.ts";
import { sizesFor } from "./sizes.ts";

/**
 * Dragonfly+ of Shpiner et al.: a group is a tree of two levels, each leaf cabled to each spine; hosts are at the leaves, and the spines have the global links, so that each two
 * groups are joined by as many cables as all have links for.
 *
 * @throws FabricError E_DRAGONFLY_PLUS_GROUPS, E_DRAGONFLY_PLUS_PORTS or E_DRAGONFLY_PLUS_TOO_LARGE
 */
export const dragonflyPlus = defineTopology({
  name: "dragonfly-plus",
  summary:
    "Dragonfly+: groups of leaf and spine switches, and cables from the spines of every group to those of every other.",
  cites: [
    {
      key: "shpiner2017",
      authors:
        "A. Shpiner, Z. Haramaty, S. Eliad, V. Zdornov, B. Gafni, E. Zahavi",
      title: "Dragonfly+: low cost topology for scaling datacenters",
      venue:
        "3rd IEEE International Workshop on High-Performance Interconnection Networks in the Exascale and Big-Data Era (HiPINEB), 1-8",
      year: 2017,
      doi: "10.1109/HiPINEB.2017.11",
    },
  ],
  params: z.object({
    hostsPerLeaf: intParam({ min: 1, max: MAX_PORTS, default: 4 }).describe(
      "Hosts at each leaf.",
    ),
    leaves: intParam({ min: 1, max: MAX_PORTS, default: 4 }).describe(
      "Leaves of a group.",
    ),
    spines: intParam({ min: 1, max: MAX_PORTS, default: 4 }).describe(
      "Spines of a group, each cabled to all its leaves.",
    ),
    globalLinks: intParam({ min: 1, max: MAX_PORTS, default: 4 }).describe(
      "Links of each spine to other groups.",
    ),
    groups: intParam({ min: 0, max: 99_999, default: 5 }).describe(
      "Groups; 0: as many as each group reaches by a cable of its own, spines x globalLinks + 1.",
    ),
    ports: intParam({ min: 0, max: MAX_PORTS, default: 0 }).describe(
      "Ports of every switch; 0: as many as its cables need.",
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
  build({ hostsPerLeaf, leaves, spines, globalLinks, groups, ports, ...link }) {
    const size = { hostsPerLeaf, leaves, spines, globalLinks, groups, ports };
    checkSize(size);
    return buildDragonflyPlus(size, link);
  },
});
