import { linkParams } from "@fabriclab/fabric";
import { defineTopology, intParam, PAPERS } from "@fabriclab/spec";
import { MAX_PORTS } from "@fabriclab/units";
import { z } from "zod";
import { buildNetwork } from "./network.ts";

const SWITCHES = 15;
const DEGREE = 4;

/** Four diamonds, each with its short diagonal, in a chain tip to tip, and a triangle at the end: 23 links, nine triangles. */
const LINKS: readonly (readonly [number, number])[] = [
  ...[0, 3, 6, 9].flatMap(
    (v) =>
      [
        [v, v + 1],
        [v, v + 2],
        [v + 1, v + 2],
        [v + 1, v + 3],
        [v + 2, v + 3],
      ] as const,
  ),
  [12, 13],
  [12, 14],
  [13, 14],
];

/**
 * A network of 15 switches that has every property that kim2007 tells of its own one (Figure 6, whose drawing cannot be read from the text): nine cycles,
 * so 23 links; five ports, one for a host; every switch on one or two cycles, so that its tables have 30 or 60 entries. Nine triangles do that; few
 * random networks of the same size come near it.
 */
export const fig6like = defineTopology({
  name: "fig6like",
  summary:
    "15 switches and 23 links in four diamonds and a triangle: the network of kim2007 as far as its text tells it.",
  cites: [PAPERS.kim2007],
  params: z.object({
    hostsPerSwitch: intParam({
      min: 1,
      max: MAX_PORTS - DEGREE,
      default: 1,
    }).describe("Hosts at each switch, on ports 5, 6, …"),
    ...linkParams,
  }),
  claims: {
    switches: () => SWITCHES,
    hosts: ({ hostsPerSwitch }) => SWITCHES * hostsPerSwitch,
    links: ({ hostsPerSwitch }) => LINKS.length + SWITCHES * hostsPerSwitch,
    // S0 to S13: two links through each diamond, one more in the triangle.
    diameter: () => 10,
    sizes(hosts, { hostsPerSwitch = Math.ceil(hosts / SWITCHES) }) {
      return SWITCHES * hostsPerSwitch < hosts ||
        hostsPerSwitch > MAX_PORTS - DEGREE
        ? []
        : [{ hostsPerSwitch }];
    },
  },
  build: ({ hostsPerSwitch, ...link }) =>
    buildNetwork({
      name: "fig6like",
      switches: SWITCHES,
      degree: DEGREE,
      hostsPerSwitch,
      links: LINKS,
      link,
    }),
});
