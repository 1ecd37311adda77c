import type { ErrorEntries } from "./entry.ts";

/** What is made for 2-D meshes and tori: addressing, routings, Hamiltonian paths, virtual lanes. */
export const meshErrors: ErrorEntries = {
  E_SERVICE_LANES_CONFIGURATION: {
    means: "A configuration of virtual lanes cannot be read.",
    example: "lanes: { kind: service-lanes, configuration: 'NES: VL0' }",
    mend: "Give each of N, E, S and W its lanes, as in `NE: VL0; SW: VL1`, or use a short name such as 2VL-shared.",
  },
  E_SERVICE_LANES_UNSUPPORTED_FABRIC: {
    means:
      "Lanes are dedicated to the north, east, south and west outputs of a fabric that is no 2-D mesh or torus.",
    example:
      "lanes: { kind: service-lanes, configuration: 2VL-dedicated } on a fat tree",
    mend: "Take lanes shared by all outputs: 2VL-shared or 4VL-shared.",
  },
  E_SERVICE_LANES_ROUTING: {
    means:
      "The routing breaks cycles by service levels of its own, and the lane tables would map them to other lanes.",
    example:
      "a torus routed with several service levels, and lanes: { kind: service-lanes }",
    mend: "Leave the lane tables out, or name as many shared lanes as the routing needs.",
  },
};
