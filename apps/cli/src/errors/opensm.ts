import type { ErrorEntries } from "./entry.ts";

/** OpenSM's ways: its LIDs and its routing engines. */
export const opensmErrors: ErrorEntries = {
  E_OPENSM_LIDS_OVERFLOW: {
    means:
      "The addressing opensm needs more unicast LIDs than a subnet has (49,151).",
    example:
      "topology: { kind: fat-tree, ports: 12, levels: 3 }\naddressing: { kind: opensm, lmc: 7 }\nrouting: minhop",
    mend: "Take a smaller LMC, or a smaller fabric.",
  },
  E_OPENSM_LIDS_NO_SM: {
    means:
      "The node that the subnet manager is said to sit on is not in the fabric, or several have its name.",
    example: "addressing: { kind: opensm, sm: nobody }",
    mend: "Name one node of the fabric, or give its GUID; leave `sm` out for the first host port in OpenSM's order.",
  },
  E_UPDN_UNSUPPORTED_FABRIC: {
    means:
      "The routing updn was given no roots and found none: no switch has more than 90 % of the hosts at one distance and no more than 5 % at any other. OpenSM refuses the same fabrics.",
    example: "topology: { kind: mesh, columns: 3, rows: 3 }\nrouting: updn",
    mend: "Name the roots (`roots`), the top switches of a tree or a central switch; or use updown, dfsssp or lash.",
  },
  E_UPDN_NO_SUCH_ROOT: {
    means:
      "A root of the routing updn is no switch of the fabric, or several switches have its name.",
    example: "routing: { kind: updn, roots: [nobody] }",
    mend: "Name switches by NodeDescription where it is unique, else by NodeGUID (0x…).",
  },
  E_DNUP_UNSUPPORTED_FABRIC: {
    means:
      "The routing dnup counts ranks from the switches that carry hosts, and there are none.",
    example: "routing: dnup on two switches without hosts",
    mend: "Cable a host to a switch, or use minhop.",
  },
  E_LASH_LANES: {
    means:
      "The routing lash puts the paths between every two switches on a lane where they close no cycle, and found none free for these two.",
    example:
      "topology: { kind: fat-tree, ports: 12, levels: 3 }\nrouting: lash",
    mend: "Allow more lanes (`lanes`, up to 15), or use updown or dfsssp.",
  },
  E_DFSSSP_LANES: {
    means:
      "The routing dfsssp divides shortest paths among lanes so that none holds a cycle of channels, and there are too few lanes.",
    example:
      "topology: { kind: mesh, columns: 4, rows: 4, wrap: true }\nrouting: { kind: dfsssp, lanes: 1 }",
    mend: "Allow more lanes (`lanes`, up to 15), or use updown.",
  },
  E_SSSP_NO_SUCH_NODE: {
    means:
      "A list of the routing sssp names what is no host, and no port of a host, of the fabric.",
    example: "routing: { kind: sssp, compute: [nobody] }",
    mend: "Name hosts by NodeDescription where it is unique, else by NodeGUID or PortGUID (0x…).",
  },
  E_DFSSSP_NO_SUCH_NODE: {
    means:
      "A list of the routing dfsssp names what is no host, and no port of a host, of the fabric.",
    example: "routing: { kind: dfsssp, io: [nobody] }",
    mend: "Name hosts by NodeDescription where it is unique, else by NodeGUID or PortGUID (0x…).",
  },
  E_FTREE_UNSUPPORTED_FABRIC: {
    means:
      "The routing ftree was given a fabric that is no fat tree: too flat or too high, compute nodes on switches of several ranks, or, where no roots are named, not regular. OpenSM refuses the same fabrics.",
    example: "topology: { kind: mesh, columns: 3, rows: 3 }\nrouting: ftree",
    mend: "Mend the cable that is named; name the roots (`roots`), and the compute nodes (`compute`) where other hosts hang above the leaves; or use updn, minhop, or nue, which makes no credit loops.",
  },
  E_FTREE_LMC: {
    means: "The routing ftree routes one LID for a port, as OpenSM's does.",
    example: "routing: ftree\naddressing: { kind: opensm, lmc: 1 }",
    mend: "Use LMC 0; or minhop, updn or sssp.",
  },
  E_FTREE_NO_SUCH_NODE: {
    means:
      "A list of the routing ftree names what is no switch (roots), or no host or port of a host (compute, io), of the fabric.",
    example: "routing: { kind: ftree, roots: [nobody] }",
    mend: "Name nodes by NodeDescription where it is unique, else by GUID (0x…).",
  },
  E_TORUS_2QOS_CONF: {
    means:
      "The configuration of the routing torus-2qos, in the words of OpenSM's torus-2QoS.conf, cannot be read, or its seed does not fit the fabric.",
    example: 'routing: { kind: torus-2qos, conf: ["torus 4 4", "xp_link a"] }',
    mend: "Look at the line that is named: `torus 4 4`, `xp_link FROM TO` with the same FROM in every link of a seed, `x_dateline 0`, `next_seed`.",
  },
  E_TORUS_2QOS_UNSUPPORTED_FABRIC: {
    means:
      "The routing torus-2qos finds no places for the switches on a torus or mesh of the dimensions given such that all cables join neighbours; without a configuration, on none of any dimensions with nothing missing.",
    example:
      "topology: { kind: fat-tree, ports: 8, levels: 3 }\nrouting: torus-2qos",
    mend: "State dimensions and seed (`conf`), both ?p_link and ?m_link in a ring of four; mend the cable that is named; or use dfsssp, lash or nue.",
  },
  E_TORUS_2QOS_CUT: {
    means:
      "Failures leave the routing torus-2qos without a way between some switches: a ring with two gaps, or a row of a mesh with one.",
    example: "routing: torus-2qos on a mesh with a cable gone",
    mend: "Mend the cable that is named; or use dfsssp, lash or nue, which take any cables.",
  },
};
