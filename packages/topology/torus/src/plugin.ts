import { linkParams, refuseGeneratedSize } from "@fabriclab/fabric";
import { defineTopology, flagParam, intParam } from "@fabriclab/spec";
import { MAX_PORTS } from "@fabriclab/units";
import { z } from "zod";
import { diameterOf, hostsOf, linksOf, switchesOf } from "./size.ts";
import { sizesFor } from "./sizes.ts";
import { buildTorus, portsOf, SWITCH_PORTS } from "./torus.ts";

const lengthParam = () => intParam({ min: 1, max: 99_999, default: 4 });

/**
 * Tori of three dimensions, as torus-2QoS of OpenSM routes them; of two or one where a length is 1. A length of 2 is a pair of switches with one cable.
 *
 * @throws FabricError E_TORUS_TOO_LARGE
 */
export const torus = defineTopology({
  name: "torus",
  summary:
    "Tori of one to three dimensions with hosts at each switch; meshes when left open.",
  cites: [
    {
      key: "dally1990",
      authors: "W. J. Dally",
      title: "Performance analysis of k-ary n-cube interconnection networks",
      venue: "IEEE Transactions on Computers 39(6), 775-785",
      year: 1990,
      doi: "10.1109/12.53599",
    },
  ],
  params: z.object({
    x: lengthParam().describe("Switches along x."),
    y: lengthParam().describe("Switches along y."),
    z: lengthParam().describe(
      "Switches along z; 1: a torus of two dimensions.",
    ),
    hostsPerSwitch: intParam({
      min: 1,
      max: MAX_PORTS - SWITCH_PORTS,
      default: 1,
    }).describe("Hosts at each switch, on ports 7, 8, …"),
    open: flagParam(false).describe("Leave all rows open: a mesh."),
    ...linkParams,
  }),
  claims: {
    switches: switchesOf,
    hosts: hostsOf,
    links: linksOf,
    diameter: diameterOf,
    sizes: sizesFor,
  },
  build({ x, y, z: depth, hostsPerSwitch, open, ...link }) {
    const size = { x, y, z: depth, hostsPerSwitch, open };
    refuseGeneratedSize(
      {
        switches: switchesOf(size),
        hosts: hostsOf(size),
        ports: portsOf(size),
      },
      {
        code: "E_TORUS_TOO_LARGE",
        path: "x",
        expected: "fewer switches, or fewer hosts at each",
      },
    );
    return buildTorus(size, link);
  },
});
