import type { ErrorEntries } from "./entry.ts";

/** traffic/barrier-operation. */
export const barrierErrors: ErrorEntries = {
  E_BARRIER_OPERATION_GROUPS: {
    means:
      "There are more barrier groups than a barrier packet can tell apart: it has four bits for them.",
    example: "switch: hpp\ntraffic: { kind: barrier-operation, groups: 17 }",
    mend: "Use 1 to 16 groups.",
  },
  E_BARRIER_OPERATION_TIME: {
    means: "A time that must pass, an interval or a timer, is 0.",
    example: "switch: hpp\ntraffic: { kind: barrier-operation, ack: 0 }",
    mend: "Give a time above 0.",
  },
  E_BARRIER_OPERATION_SIZE: {
    means: "A packet size is 0.",
    example: "switch: hpp\ntraffic: { kind: barrier-operation, mtu: 0B }",
    mend: "Give at least one byte.",
  },
  E_BARRIER_OPERATION_MEMBER: {
    means:
      "A member, or the parent, is no host of the fabric, or is listed twice; or a group has more members than there are hosts.",
    example:
      "switch: hpp\ntraffic: { kind: barrier-operation, members: [nobody] }",
    mend: "Name hosts by NodeDescription or by index, each once, in a list; or give a count, a share such as 40%, or all.",
  },
  E_BARRIER_OPERATION_GROUP_OF_ONE: {
    means: "A barrier group has one port, so nobody waits for anybody.",
    example: "switch: hpp\ntraffic: { kind: barrier-operation, members: [0] }",
    mend: "Give at least two members, or a member and a parent.",
  },
  E_BARRIER_OPERATION_PARENT_IS_CHILD: {
    means:
      "A parent port is a child port, too, or the host at the parent port is a member.",
    example:
      "switch: hpp\ntraffic: { kind: barrier-operation, parent: 0, members: [0, 1, 2] }",
    mend: "Take the parent out of the children, or name another parent.",
  },
  E_BARRIER_OPERATION_CONFLICT: {
    means:
      "The tree of a group is described in two ways that could contradict each other.",
    example:
      "switch: hpp\ntraffic: { kind: barrier-operation, groups: [{ parent: 0, root: SW1 }] }",
    mend: "Give registers alone, or members with a parent, or members with a root.",
  },
  E_BARRIER_OPERATION_SWITCH: {
    means: "A root, or a switch with registers, is no switch of the fabric.",
    example: "switch: hpp\ntraffic: { kind: barrier-operation, root: nowhere }",
    mend: "Name a switch by its NodeDescription.",
  },
  E_BARRIER_OPERATION_PORT: {
    means: "A parent or child port does not exist, or has no cable.",
    example:
      "registers: [{ switch: SW1, parent: none, children: [99] }] on 16 ports",
    mend: "Name cabled ports.",
  },
  E_BARRIER_OPERATION_OVERLAP: {
    means:
      "Trees overlap: a switch or a port is listed twice, a child has two parents, or the two ends of a cable do not say parent and child of each other.",
    example:
      "registers of two switches that both have the cable between them as a child port",
    mend: "Give every switch of the group one entry, and every cable of the tree one parent end and one child end.",
  },
  E_BARRIER_OPERATION_TREE: {
    means:
      "The registers of a group are no tree: no root, several, or a cycle.",
    example: "registers of two switches that both say parent: none",
    mend: "Exactly one switch has no parent, or a host at its parent port; all others are below it.",
  },
  E_BARRIER_OPERATION_NO_TREE: {
    means:
      "The forwarding tables lead from the members' switches to no common switch.",
    example: "tables without routes to switches",
    mend: "Take an addressing that gives switches LIDs (sequential, opensm) and a routing that routes them; or name a root that all members reach.",
  },
  E_BARRIER_OPERATION_NO_LID: {
    means: "A switch or host of a barrier tree has no LID.",
    example: "LIDs for hosts only",
    mend: "Take an addressing that gives switches LIDs, such as sequential.",
  },
  E_BARRIER_OPERATION_ROUTE: {
    means:
      "The tables do not lead from a node of a barrier tree to its neighbour over the one link between them.",
    example: "a table that sends packets for a child switch another way round",
    mend: "Take a routing with shortest paths to switches, or registers whose cables the tables use.",
  },
  E_BARRIER_OPERATION_TIMER: {
    means:
      "A timer runs out before an answer can be there: each packet would be sent again.",
    example: "switch: hpp\ntraffic: { kind: barrier-operation, ack: 100ns }",
    mend: "Give at least the time that the message names: the round trip over the longest link of the trees, with one packet of `mtu` bytes in the way.",
  },
  E_HPP_MTU_ABOVE_BUFFER: {
    means:
      "A buffer of the HPP switch does not hold a packet of its MTU: virtual cut-through needs room for all of it.",
    example: "switch: { kind: hpp, inputBuffer: 512B }",
    mend: "Give a larger buffer, or a smaller `mtu`.",
  },
  E_BARRIER_OPERATION_LANE: {
    means:
      "Barrier packets have no lane: the switches have none for them, and no service level is named.",
    example: "switch: relay\ntraffic: { kind: barrier-operation }",
    mend: "Take switch: hpp with its barrier lane, or name `sl`; its lane is then shared with other packets of that level, behind which barrier packets wait.",
  },
  E_BARRIER_OPERATION_LOSS: {
    means:
      "Every barrier packet is lost or corrupted, so that no barrier ends.",
    example: "switch: hpp\ntraffic: { kind: barrier-operation, loss: 1 }",
    mend: "Give loss and corruption that are less than 1 together.",
  },
};
