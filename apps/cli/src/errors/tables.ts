import type { ErrorEntries } from "./entry.ts";

/** Table builders, and the multicast groups that they are given. */
export const tablesErrors: ErrorEntries = {
  E_LINEAR_BAD_PORT: {
    means:
      "A routing sends packets out of a port that has no cable, or that the switch does not have.",
    example: "a routing of your own that returns port 9 on an 8-port switch",
    mend: "This is the routing's fault: run its conformance test.",
  },
  E_LINEAR_BAD_COUNT: {
    means:
      "The `candidates` of a routing returns something else than the number of ports that it wrote, so nobody knows what of them counts.",
    example: "a routing of your own whose candidates ends without a return",
    mend: "Return how many ports were written to `out`, 0 where there is no path.",
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
    example:
      "fabriclab route --fabric net.topo --routing cyclic -o out/ --group 'P(00)=P(00)'",
    mend: "Add a second member.",
  },
  E_TABLES_NOT_A_SOURCE: {
    means:
      "A host sends to a group of which it was not declared a source, so it has no MLID.",
    example: "the MLIDs of a host outside group.sources",
    mend: "Declare it a source before the tables are built.",
  },
  E_MULTICAST_UNION_NOT_A_TREE: {
    means:
      "The unicast paths from a source to the members part and meet again, so their union would deliver packets twice.",
    example: "the union of paths of a source that form no tree",
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
    example: "a shared plan with a routing whose classes are too coarse",
    mend: "Use plan: perSource.",
  },
  E_MULTICAST_UNION_NO_CLASSES: {
    means:
      "The plan shares MLIDs among sources, and this routing does not say which sources may.",
    example:
      "routing: single-lid\nmulticast: { kind: union, plan: shared }\ntraffic: { kind: multicast-operation }",
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
  E_CLASS_LANES_LIST: {
    means:
      "Service levels and virtual lanes of class-lanes are numbers from 0 to 15, each once.",
    example: 'lanes: { kind: class-lanes, realTimeSl: "7-0" }',
    mend: "Write 0-7, 0,2,4-6 or [0, 1, 2].",
  },
  E_CLASS_LANES_MANAGEMENT: {
    means:
      "VL15 is for management. It has no flow control, no service level and no entry in a VL arbitration table, so a class of data cannot use it.",
    example: 'lanes: { kind: class-lanes, bestEffortVl: "8-15" }',
    mend: "Name data VLs, 0 to 14. Control packets use VL15 without being told.",
  },
  E_CLASS_LANES_TWICE: {
    means: "A service level or a lane belongs to two classes of traffic.",
    example: 'lanes: { kind: class-lanes, realTimeSl: "0-8" }',
    mend: "Leave the number out of one of the two lists.",
  },
  E_CLASS_LANES_NO_LANE: {
    means:
      "A class has service levels and no lane to put them on, or there are no lanes at all.",
    example: 'lanes: { kind: class-lanes, realTimeVl: "" }',
    mend: "Name a VL for the class, or leave its service levels out too.",
  },
  E_CLASS_LANES_MULTICAST: {
    means:
      "With `policy: shared` multicast has no lanes of its own; with the other policies it has service levels and lanes of its own.",
    example: "lanes: { kind: class-lanes, policy: linear }",
    mend: 'Write for instance realTimeSl: "0-5", realTimeVl: "0-5", multicastSl: "6-7", multicastVl: "6-7".',
  },
  E_CLASS_LANES_WEIGHT: {
    means:
      "The entries of a VL arbitration table have eight bits for the weight: 255 at most.",
    example: "lanes of policy linear for 16 receivers with a weight of 17",
    mend: "Lower `weight`; only the ratio of weights matters, as long as each holds a packet.",
  },
  E_CLASS_LANES_WEIGHTS: {
    means:
      "A class has lanes and a weight of 0, so that its packets would wait for ever.",
    example: "lanes: { kind: class-lanes, weight: 0 }",
    mend: "Give it a weight of at least 1, or no lanes and no service levels.",
  },
  E_SL2VL_LANES_LIST: {
    means:
      "A list of VLs by SL has not 16 of them, or names something that is no VL.",
    example: 'lanes: { kind: sl2vl-lanes, sl2vl: "0,1" }',
    mend: "Write a VL for each of SL 0 to 15: 0 to 14, or 15 where an SL is to be discarded.",
  },
  E_SL2VL_LANES_ROUTING: {
    means:
      "The routing keeps free of credit loops by lanes of its own, and the lists put its SLs on others.",
    example:
      'routing: dfsssp\nlanes: { kind: sl2vl-lanes, sl2vl: "0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0" }',
    mend: "Put each SL of the routing on the VL of its number, take a routing that needs one lane, such as updown, or leave the lane tables out.",
  },
  E_CLI_QOS_OFF: {
    means:
      "An options file of OpenSM is named as lane tables, and OpenSM sets up none from it: it has no line `qos TRUE`.",
    example:
      "lanes: { kind: opensm-qos, path: opensm.conf } with qos FALSE in that file",
    mend: "Write qos TRUE into it, in capitals, or leave `lanes` out of the scenario.",
  },
  E_CLASS_LANES_ROUTING: {
    means:
      "The routing keeps free of credit loops by lanes of its own, which lanes by class of traffic would undo.",
    example: "routing: torus-xy\nlanes: class-lanes",
    mend: "Take a routing that needs one lane, such as updown, or leave the lane tables out.",
  },
};
