import type { ErrorEntries } from "./entry.ts";

/** Table builders, and the multicast groups that they are given. */
export const tablesErrors: ErrorEntries = {
  E_LINEAR_BAD_PORT: {
    means:
      "A routing sends packets out of a port that has no cable, or that the switch does not have.",
    example: "a routing of your own that returns port 9 on an 8-port switch",
    mend: "This is the routing's fault: run its conformance test.",
  },
  E_TABLES_GROUP_TWICE: {
    means: "Two multicast groups have the same id.",
    example: "a traffic of your own that numbers two groups 0",
    mend: "Number groups 0, 1, 2 …",
  },
  E_TABLES_BAD_MEMBER: {
    means:
      "A multicast group names an endport that is no host port cabled to a switch.",
    example: "a switch as a member",
    mend: "Name hosts that are cabled.",
  },
  E_TABLES_GROUP_TOO_SMALL: {
    means:
      "A multicast group has nobody to receive what its source sends: it is empty, or its only member is the source.",
    example: "fabriclab route … --group 'P(000)=P(000)'",
    mend: "Add a second member.",
  },
  E_TABLES_NOT_A_SOURCE: {
    means:
      "A host sends to a group of which it was not declared a source, so it has no MLID.",
    example:
      "tables.multicast.mlids(host, group) for a host outside group.sources",
    mend: "Declare it a source before the tables are built.",
  },
  E_MULTICAST_UNION_NOT_A_TREE: {
    means:
      "The unicast paths from a source to the members part and meet again, so their union would deliver packets twice.",
    example:
      "multicast: union with a routing whose paths of one source do not form a tree",
    mend: "Use a routing whose paths of one source form a tree, or multicast: spanning-tree.",
  },
  E_MULTICAST_UNION_LOOP: {
    means:
      "The unicast path from a source to a member never ends, so no tree can follow it.",
    example: "tables of a routing that sends a LID round a ring of switches",
    mend: "Audit the unicast tables first; the conformance test of the routing finds such paths.",
  },
  E_MULTICAST_UNION_NO_PATH: {
    means: "There is no unicast path from a source to a member of its group.",
    example: "a member whose only cable was taken away",
    mend: "Leave the member out, or use a fabric and a routing that reach it.",
  },
  E_MULTICAST_UNION_NOT_SHARABLE: {
    means:
      "Sources that the routing puts into one class cannot share an MLID for this group.",
    example:
      "multicast: { kind: union, plan: shared } with a routing whose classes are too coarse",
    mend: "Use plan: perSource.",
  },
  E_MULTICAST_UNION_NO_CLASSES: {
    means:
      "The plan shares MLIDs among sources, and this routing does not say which sources may.",
    example: "a shared plan with routing: single-lid",
    mend: "Use plan: perSource.",
  },
  E_MULTICAST_UNION_MLID_OVERFLOW: {
    means: "The plan needs more MLIDs than the 16383 that a subnet has.",
    example: "one MLID for each of 128 sources in each of 200 groups",
    mend: "Use a plan that shares MLIDs, fewer groups, or fewer sources.",
  },
  E_MULTICAST_SPANNING_TREE_MLID_OVERFLOW: {
    means: "There are more groups than the 16383 MLIDs of a subnet.",
    example: "20000 groups",
    mend: "Use fewer groups.",
  },
  E_MULTICAST_SPANNING_TREE_NOT_A_TREE: {
    means:
      "OpenSM's rule enters a switch by two ports on this fabric, so packets would arrive twice or circulate.",
    example: "a fabric whose hop counts are not what the rule supposes",
    mend: "Use multicast: union, or mend the unicast tables that the hop counts come from.",
  },
  E_MULTICAST_SPANNING_TREE_UNREACHABLE: {
    means: "No switch reaches all members and sources of a group.",
    example: "a fabric in two parts",
    mend: "Mend the fabric, or take the lost hosts out of the group.",
  },
};
