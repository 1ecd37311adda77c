import { linkParams, refuseGeneratedSize } from "@fabriclab/fabric";
import {
  defineTopology,
  FabricError,
  flagParam,
  intParam,
  PAPERS,
} from "@fabriclab/spec";
import { MAX_PORTS } from "@fabriclab/units";
import { z } from "zod";
import { buildNetwork } from "./network.ts";
import { randomLinks } from "./random-links.ts";
import {
  mostLinks,
  MOST_SWITCHES,
  portsOf,
  sizesFor,
  usualLinks,
} from "./sizes.ts";

/**
 * A random connected network of switches with a host (or several) at each. The same parameters give the same fabric on every machine.
 *
 * @throws FabricError E_IRREGULAR_FEW_LINKS, E_IRREGULAR_MANY_LINKS, E_IRREGULAR_PORTS, E_IRREGULAR_SIZE
 */
export const irregular = defineTopology({
  name: "irregular",
  summary:
    "A random connected network of switches under a degree bound, with a host (or several) at each; the seed decides.",
  cites: [PAPERS.kim2007],
  params: z.object({
    switches: intParam({ min: 1, max: MOST_SWITCHES, default: 15 }).describe(
      "Switches, S0, S1, …",
    ),
    links: z
      .int()
      .min(0)
      .optional()
      .describe(
        "Links between switches, at least one less than switches. Default: 23 for every 15 switches, as in kim2007, as far as the degree allows.",
      )
      .meta({ unit: "1" }),
    degree: intParam({ min: 1, max: MAX_PORTS - 1, default: 4 }).describe(
      "Most links that a switch may have to other switches; it has so many ports for them.",
    ),
    hostsPerSwitch: intParam({
      min: 1,
      max: MAX_PORTS - 1,
      default: 1,
    }).describe("Hosts at each switch, on the ports after those of the links."),
    parallel: flagParam(false).describe(
      "Two switches may have several links to each other.",
    ),
    seed: intParam({
      min: 0,
      max: Number.MAX_SAFE_INTEGER,
      default: 1,
    }).describe("Which of the random networks."),
    ...linkParams,
  }),
  claims: {
    switches: ({ switches }) => switches,
    hosts: ({ switches, hostsPerSwitch }) => switches * hostsPerSwitch,
    links: ({ switches, degree, parallel, hostsPerSwitch, ...given }) =>
      (given.links ?? usualLinks(switches, degree, parallel)) +
      switches * hostsPerSwitch,
    sizes: sizesFor,
  },
  build({
    switches,
    links: given,
    degree,
    hostsPerSwitch,
    parallel,
    seed,
    ...link
  }) {
    const ports = degree + hostsPerSwitch;
    if (ports > MAX_PORTS)
      throw new FabricError({
        code: "E_IRREGULAR_PORTS",
        message: "a switch cannot have so many ports",
        where: { path: "hostsPerSwitch" },
        got: `${degree} for links and ${hostsPerSwitch} for hosts`,
        expected: `at most ${MAX_PORTS} together`,
      });
    refuseGeneratedSize(
      {
        switches,
        hosts: switches * hostsPerSwitch,
        ports: portsOf({ switches, degree, hostsPerSwitch }),
      },
      {
        code: "E_IRREGULAR_SIZE",
        path: "switches",
        expected: "fewer switches, or fewer ports for each",
      },
    );
    const bound = mostLinks(switches, degree, parallel);
    const links = given ?? usualLinks(switches, degree, parallel);
    /** Every two switches have a link: no degree makes room for more. */
    const full = !parallel && bound === (switches * (switches - 1)) / 2;
    if (bound < switches - 1)
      throw new FabricError({
        code: "E_IRREGULAR_FEW_LINKS",
        message: `${switches} switches with at most ${degree} links each cannot be connected`,
        where: { path: "degree" },
        got: String(degree),
        expected: "at least 2",
      });
    if (links < switches - 1)
      throw new FabricError({
        code: "E_IRREGULAR_FEW_LINKS",
        message: `${links} links cannot connect ${switches} switches`,
        where: { path: "links" },
        got: String(links),
        expected: `at least ${switches - 1}`,
      });
    if (links > bound)
      throw new FabricError({
        code: "E_IRREGULAR_MANY_LINKS",
        message: full
          ? `${switches} switches with at most one link between two have no room for ${links} links`
          : `${switches} switches with at most ${degree} links each have no room for ${links} links`,
        where: { path: "links" },
        got: String(links),
        expected: `at most ${bound}`,
        hint: parallel
          ? "a larger degree, or more switches"
          : `${full ? "" : "a larger degree, "}more switches, or parallel: true`,
      });
    return buildNetwork({
      name: `irregular ${switches} switches ${links} links seed ${seed}`,
      switches,
      degree,
      hostsPerSwitch,
      links: randomLinks({ switches, links, degree, parallel, seed }),
      link,
    });
  },
});
