import type { ErrorEntries } from "./entry.ts";

/** What is made for 2-D meshes and tori: addressing, routings, Hamiltonian paths, virtual lanes. */
export const meshErrors: ErrorEntries = {
  E_MESH_XY_UNSUPPORTED_FABRIC: {
    means:
      "The addressing mesh-xy takes LIDs from the coordinates of a 2-D mesh or torus, and the fabric is none.",
    example:
      "topology: { kind: fat-tree, ports: 8, levels: 3 }\naddressing: mesh-xy",
    mend: "Use the addressing `sequential`.",
  },
  E_MESH_XY_COLLISION: {
    means:
      "The formula x·m + y + 1, as printed in zhou2010, gives one LID to several nodes where a mesh has more rows than columns.",
    example:
      "topology: { kind: mesh, columns: 2, rows: 3 }\naddressing: { kind: mesh-xy, stride: paper }",
    mend: "Use `stride: rows`, which is the same on square meshes.",
  },
  E_MESH_XY_OVERFLOW: {
    means: "A subnet has fewer unicast LIDs than the mesh needs.",
    example:
      "topology: { kind: mesh, columns: 165, rows: 150 }\naddressing: mesh-xy",
    mend: "Take a smaller mesh; with `stride: paper`, which leaves LIDs unused, take `stride: rows`.",
  },
  E_NEGATIVE_FIRST_UNSUPPORTED_FABRIC: {
    means: "Negative-first routing serves complete 2-D meshes only.",
    example:
      "topology: { kind: mesh, columns: 3, rows: 3, wrap: true }\nrouting: negative-first",
    mend: "Mend the links that are named, or use a routing made for the fabric.",
  },
  E_WEST_FIRST_UNSUPPORTED_FABRIC: {
    means: "West-first routing serves complete 2-D meshes only.",
    example:
      "topology: { kind: mesh, columns: 3, rows: 3, wrap: true }\nrouting: west-first",
    mend: "Mend the links that are named, or use a routing made for the fabric.",
  },
  E_NORTH_LAST_UNSUPPORTED_FABRIC: {
    means: "North-last routing serves complete 2-D meshes only.",
    example:
      "topology: { kind: mesh, columns: 3, rows: 3, wrap: true }\nrouting: north-last",
    mend: "Mend the links that are named, or use a routing made for the fabric.",
  },
  E_TORUS_XY_UNSUPPORTED_FABRIC: {
    means:
      "The routing torus-xy serves complete 2-D tori only, with the names and ports of the topology mesh.",
    example: "topology: { kind: mesh, columns: 3, rows: 3 }\nrouting: torus-xy",
    mend: "Build the mesh with `wrap: true`, mend the links that are named, or route a mesh with xy. What the topology torus makes is routed by torus-2qos.",
  },
  E_DATELINE_LANES_UNSUPPORTED_FABRIC: {
    means:
      "Dateline lanes break the cycles of a 2-D torus's rings, and the fabric is none.",
    example:
      "topology: { kind: mesh, columns: 3, rows: 3 }\nlanes: dateline-lanes",
    mend: "Leave the lane tables out, or use service-lanes.",
  },
  E_DATELINE_LANES_ROUTING: {
    means:
      "Dateline lanes read in the SL of a path which datelines it crosses, and the routing names no SLs.",
    example:
      "topology: { kind: mesh, columns: 3, rows: 3, wrap: true }\nrouting: spf\nlanes: dateline-lanes\nswitch: { kind: relay, virtualLanes: 2 }",
    mend: "Route with torus-xy, which takes these lanes by itself.",
  },
  E_HAMILTONIAN_PATH_UNSUPPORTED_FABRIC: {
    means:
      "Dual-path and multi-path multicast follow a Hamiltonian path of a complete 2-D mesh, and the fabric is none.",
    example:
      "topology: { kind: fat-tree, ports: 8, levels: 3 }\nmulticast: hamiltonian-dual-path\ntraffic: { kind: multicast-operation }",
    mend: "Use multicast-spanning-tree, which works on any fabric.",
  },
  E_HAMILTONIAN_PATH_MLID_OVERFLOW: {
    means:
      "Every packet of every source to every group needs an MLID of its own, and a subnet has 16,383.",
    example: "multi-path multicast with 64 groups, each with 100 sources",
    mend: "Declare fewer groups or sources, or use multicast-union with `plan: shared`.",
  },
  E_SERVICE_LANES_CONFIGURATION: {
    means: "A configuration of virtual lanes cannot be read.",
    example: "lanes: { kind: service-lanes, configuration: 'NES: VL0' }",
    mend: "Give each of N, E, S and W its lanes, as in `NE: VL0; SW: VL1`, or use a short name such as 2VL-shared.",
  },
  E_SERVICE_LANES_UNSUPPORTED_FABRIC: {
    means:
      "Lanes are dedicated to the north, east, south and west outputs of a fabric that is no 2-D mesh or torus.",
    example:
      "topology: { kind: fat-tree, ports: 8, levels: 3 }\nlanes: { kind: service-lanes, configuration: 2VL-dedicated }",
    mend: "Take lanes shared by all outputs: 2VL-shared or 4VL-shared.",
  },
  E_SERVICE_LANES_ROUTING: {
    means:
      "The routing breaks cycles by service levels of its own, and the lane tables would map them to other lanes.",
    example:
      "topology: { kind: mesh, columns: 3, rows: 3, wrap: true }\nrouting: torus-xy\nlanes: service-lanes",
    mend: "Leave the lane tables out, or name as many shared lanes as the routing needs.",
  },
};
