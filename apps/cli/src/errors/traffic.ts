import type { ErrorEntries } from "./entry.ts";

export const trafficErrors: ErrorEntries = {
  E_POISSON_LOAD: {
    means:
      "The load is a fraction of the host link's data rate, above 0 and at most 1; up to 2 where `overload: true` says that the host's own link is meant to be overloaded.",
    example: "traffic: { kind: poisson, load: 30 }",
    mend: "Write 30 % as 0.3.",
  },
  E_POISSON_SIZE: {
    means: "A message has no bytes.",
    example: "traffic: { kind: poisson, load: 0.3, size: 0B }",
    mend: "Give at least 1B.",
  },
  E_POISSON_MTU: {
    means: "InfiniBand has MTUs of 256, 512, 1024, 2048 and 4096 bytes only.",
    example: "traffic: { kind: poisson, load: 0.3, headers: ud, mtu: 1500B }",
    mend: "Take one of the five.",
  },
  E_POISSON_NO_PATTERN: {
    means:
      "Poisson traffic was created without a pattern that says who sends to whom.",
    example: "poisson.create(context, options, {})",
    mend: "Pass a pattern; a scenario does it by itself.",
  },
  E_CONSTANT_RATE_LOAD: {
    means:
      "The load is a fraction of the host link's data rate, above 0 and at most 1; up to 2 where `overload: true` says that the host's own link is meant to be overloaded.",
    example: "traffic: { kind: constant-rate, load: 100 }",
    mend: "Write 100 % as 1.",
  },
  E_CONSTANT_RATE_SIZE: {
    means: "A packet has no bytes.",
    example: "traffic: { kind: constant-rate, load: 1, size: 0B }",
    mend: "Give at least 1B.",
  },
  E_CONSTANT_RATE_HOST: {
    means: "A start time is given for a host that the fabric does not have.",
    example:
      "traffic: { kind: constant-rate, load: 0.1, size: 256B, start: { H99: 1us } }",
    mend: "Name the host as the fabric does (NodeDescription, with :port where a host has several ports).",
  },
  E_CONSTANT_RATE_NO_PATTERN: {
    means:
      "The traffic was created without a pattern that says who sends to whom.",
    example: "constantRate.create(context, options, {})",
    mend: "Pass a pattern; a scenario does it by itself.",
  },
  E_PATTERN_HOSTS: {
    means:
      "The pattern is defined for some numbers of hosts only: powers of two, or squares.",
    example:
      "topology: { kind: fat-tree, ports: 8, levels: 3 }\ntraffic: { kind: poisson, load: 0.1, size: 256B, pattern: transpose }",
    mend: "Take a fabric of a number that the message lists, or another pattern.",
  },
  E_PATTERN_SHIFT: {
    means:
      "A shift by a multiple of the number of hosts sends every host to itself.",
    example:
      "topology: { kind: fat-tree, ports: 8, levels: 3 }\ntraffic: { kind: poisson, load: 0.1, size: 256B, pattern: { kind: shift, by: 128 } }",
    mend: "Take another distance.",
  },
  E_PATTERN_PAIRS: {
    means:
      "A listed pair names a host that the fabric does not have, or a host and itself; or the list is empty.",
    example:
      "topology: fig6like\nrouting: spf\ntraffic: { kind: poisson, load: 0.1, size: 256B, pattern: { kind: pairs, pairs: { H1: H1 } } }",
    mend: "Name the hosts as the fabric does (NodeDescription, with :port where a host has several ports).",
  },
  E_PATTERN_HOTSPOT: {
    means: "The hot hosts are none, too many, named twice, or not there.",
    example:
      "traffic: { kind: poisson, load: 0.1, size: 256B, pattern: { kind: hotspot, hosts: [999] } }",
    mend: "Name hosts by their index, from 0.",
  },
  E_MULTICAST_OPERATION_SIZE: {
    means: "A message has no bytes.",
    example: "traffic: { kind: multicast-operation, size: 0B }",
    mend: "Give at least 1B.",
  },
  E_MULTICAST_OPERATION_MTU: {
    means: "InfiniBand has MTUs of 256, 512, 1024, 2048 and 4096 bytes only.",
    example: "traffic: { kind: multicast-operation, framing: mtu, mtu: 1500B }",
    mend: "Take one of the five.",
  },
  E_MULTICAST_OPERATION_SHARE: {
    means: "A number of hosts is neither a count, nor a share with %, nor all.",
    example: "traffic: { kind: multicast-operation, sources: some }",
    mend: 'Write 13, "10%" or all.',
  },
  E_MULTICAST_OPERATION_SOURCES: {
    means: "There are no sources, or more than the fabric has hosts.",
    example: "traffic: { kind: multicast-operation, sources: 200 }",
    mend: "Take at most the number of hosts.",
  },
  E_MULTICAST_OPERATION_SOURCE_AT: {
    means: "`sources` and `sourceAt` disagree on how many hosts send.",
    example:
      "traffic: { kind: multicast-operation, sources: 3, sourceAt: [P(000)] }",
    mend: "Give one of the two.",
  },
  E_MULTICAST_OPERATION_GROUP: {
    means: "A group is to have more members than the fabric has hosts.",
    example: "traffic: { kind: multicast-operation, group: 200 }",
    mend: "Take at most the number of hosts, or a share such as 40%.",
  },
  E_MULTICAST_OPERATION_GROUP_OF_ONE: {
    means: "A group of fewer than two members has nobody to send to.",
    example: "traffic: { kind: multicast-operation, group: 1 }",
    mend: "Take 2 or more; a sending member counts.",
  },
  E_MULTICAST_OPERATION_HOST: {
    means:
      "`members` or `sourceAt` names a host that the fabric does not have.",
    example: "traffic: { kind: multicast-operation, sourceAt: P(999) }",
    mend: "Name a host by its label, such as P(200), or by its index from 0.",
  },
  E_MULTICAST_OPERATION_SOURCE_NOT_MEMBER: {
    means: "A source sends to a group of which it is no member.",
    example:
      "traffic: { kind: multicast-operation, sourceAt: P(000), members: [P(001), P(002)] }",
    mend: "Add it to the members, or set allowNonMember: true (a send-only join).",
  },
  E_MULTICAST_OPERATION_NO_TABLES: {
    means:
      "Multicast traffic was created on tables that have no multicast part.",
    example: "given tables without an MFT",
    mend: "Name a multicast table builder, or use send: unicast.",
  },
};
