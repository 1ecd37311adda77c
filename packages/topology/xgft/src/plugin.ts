import { countsParam, linkParams } from "@fabriclab/fabric";
import { defineTopology, intParam } from "@fabriclab/spec";
import { MAX_PORTS } from "@fabriclab/units";
import { z } from "zod";
import {
  checkedLevels,
  diameterOf,
  hostsOf,
  linksOf,
  switchesOf,
} from "./size.ts";
import { buildXgft } from "./xgft.ts";

/**
 * XGFT(h; m1, …, mh; w1, …, wh), an extended generalised fat tree of h levels of switches: m1 hosts at a leaf and m(i) switches of level i - 1 below one of level i, w(i + 1)
 * switches above one of level i. A host has one cable (w1 = 1).
 *
 * A level is tapered, or oversubscribed, where less goes up than down: m(i) > w(i + 1).
 *
 * @throws FabricError E_XGFT_NUMBERS, E_XGFT_LEVELS, E_XGFT_HOSTS, E_XGFT_PORTS or E_XGFT_TOO_LARGE
 */
export const xgft = defineTopology({
  name: "xgft",
  summary:
    "Extended generalised fat trees: as many children and parents as wanted on every level, tapered (oversubscribed) trees among them.",
  cites: [
    {
      key: "ohring1995",
      authors: "S. R. Öhring, M. Ibel, S. K. Das, M. J. Kumar",
      title: "On generalized fat trees",
      venue:
        "Proceedings of the 9th International Parallel Processing Symposium, 37-44",
      year: 1995,
      doi: "10.1109/IPPS.1995.395911",
    },
  ],
  params: z.object({
    children: countsParam("8,4,4", "children").describe(
      "From the leaves up: hosts at a leaf switch, then switches below each switch.",
    ),
    parents: countsParam("4,4", "parents").describe(
      "From the leaves up: switches above each switch; one number less than `children`, as the roots have none: [] for one level.",
    ),
    parallel: countsParam("1", "cables").describe(
      "Cables between a switch and each one above it: one number for all levels, or as many as `parents`.",
    ),
    ports: intParam({ min: 0, max: MAX_PORTS, default: 0 }).describe(
      "Ports of every switch; 0: as many as the switches of each level need.",
    ),
    hosts: intParam({ min: 0, default: 0 }).describe(
      "Hosts that are there, the first ones, leaf by leaf; ports for the others stay without a cable. 0: as many as the tree has room for.",
    ),
    ...linkParams,
  }),
  claims: {
    switches: switchesOf,
    hosts: hostsOf,
    links: linksOf,
    diameter: diameterOf,
  },
  build({ children, parents, parallel, ports, hosts, ...link }) {
    const size = { children, parents, parallel, hosts };
    const levels = checkedLevels(size, ports);
    return buildXgft(levels, hostsOf(size), ports, link);
  },
});
