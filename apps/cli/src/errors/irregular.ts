import type { ErrorEntries } from "./entry.ts";

/** What is made for irregular networks: their generator, and the routings that take any fabric. */
export const irregularErrors: ErrorEntries = {
  E_IRREGULAR_FEW_LINKS: {
    means:
      "A connected network of n switches needs at least n - 1 links, and with more than two switches a degree of at least 2.",
    example: "topology: { kind: irregular, switches: 15, links: 13 }",
    mend: "Ask for more links, or fewer switches.",
  },
  E_IRREGULAR_MANY_LINKS: {
    means:
      "The degree bound leaves no room for so many links, or there are more than pairs of switches.",
    example:
      "topology: { kind: irregular, switches: 15, degree: 4, links: 31 }",
    mend: "Ask for fewer links, a larger `degree`, or `parallel: true`.",
  },
  E_IRREGULAR_PORTS: {
    means: "A switch has at most 254 ports, those for its hosts included.",
    example: "topology: { kind: irregular, degree: 200, hostsPerSwitch: 100 }",
    mend: "Lower `degree` or `hostsPerSwitch`.",
  },
  E_IRREGULAR_SIZE: {
    means: "The network would have more ports than can be generated.",
    example:
      "topology: { kind: irregular, switches: 49000, degree: 200, links: 60000 }",
    mend: "Take fewer switches, or fewer ports for each.",
  },
  E_SPF_COST_LINK: {
    means:
      "A key of the costs of `spf` names no link between two switches: the node is unknown, the port does not exist, is free, or leads to a host.",
    example: 'routing: { kind: spf, costs: { "S99:1": 3 } }',
    mend: "Write the NodeDescription or GUID of a switch, a colon, and the number of a port that is cabled to another switch.",
  },
  E_SPF_COST_TWICE: {
    means:
      "One link is given a cost by both of its ends. A cost holds for both directions.",
    example: 'routing: { kind: spf, costs: { "N(0,0):1": 3, "N(1,0):3": 4 } }',
    mend: "Keep one of the two.",
  },
  E_UPDOWN_ROOT: {
    means: "The root of up/down routing must be a switch of the fabric.",
    example: "routing: { kind: updown, root: H3 }",
    mend: "Name a switch by NodeDescription or GUID, or write `best` or `opensm`.",
  },
  E_UPDOWN_NO_ROOT: {
    means:
      "OpenSM's rule for finding roots knows the top of a tree only: nearly all hosts at one distance.",
    example:
      "topology: { kind: irregular, switches: 15, links: 23, degree: 4, seed: 2 }\nrouting: { kind: updown, root: opensm }",
    mend: "Name a root, or use `root: best`.",
  },
  E_MULTICAST_SOURCE_TREE_MLID_OVERFLOW: {
    means:
      "The tables multicast-source-tree take a multicast LID for every source of every group, and a subnet has 16,383.",
    example: "firstMlid: 16380 with ten sources",
    mend: "Declare fewer groups or sources, or use multicast-spanning-tree.",
  },
  E_MULTICAST_SOURCE_TREE_UNREACHABLE: {
    means:
      "A member of a group is in a part of the fabric that no cables join to a source's.",
    example: "a group over two planes that are not connected",
    mend: "Mend the cables, or split the group.",
  },
};
