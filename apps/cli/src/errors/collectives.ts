import type { ErrorEntries } from "./entry.ts";

/** analysis/logp, the postal tree, traffic/collective-operation. */
export const collectiveErrors: ErrorEntries = {
  E_LOGP_PROCESSORS: {
    means:
      "A collective operation was asked about for fewer than two processors.",
    example: "sequenceBroadcast(hppLogP, 1)",
    mend: "Give a whole number, 2 or more.",
  },
  E_LOGP_TIME: {
    means:
      "A parameter of the LogP model is not a time, or the gap between messages is 0.",
    example: "sequenceBroadcast({ ...hppLogP, wireDelay: -1 }, 8)",
    mend: "Give times in ns, 0 or more; the gap above 0.",
  },
  E_LOGP_PORTS: {
    means: "The switches have a number of ports that no m-port fat tree has.",
    example: "sequenceBroadcast({ ...hppLogP, ports: 7 }, 8)",
    mend: "Give an even number, 4 or more.",
  },
  E_SPEC_POSTAL_LATENCY: {
    means: "The latency of the postal model is not a number of steps.",
    example: "postalSteps(0, 8)",
    mend: "Give a whole number, 1 or more.",
  },
  E_SPEC_POSTAL_PROCESSORS: {
    means:
      "A broadcast tree of the postal model was asked for fewer than two processors.",
    example: "postalTree(3, 1)",
    mend: "Give a whole number, 2 or more.",
  },
  E_COLLECTIVE_OPERATION_PROCESSORS: {
    means:
      "More hosts are to take part in a collective operation than the fabric has, or the fabric has one only.",
    example: "traffic: { kind: collective-operation, processors: 1000 }",
    mend: "Name as many processors as there are hosts, or fewer, and at least 2.",
  },
  E_COLLECTIVE_OPERATION_GAP: {
    means: "The gap between messages of a processor is 0.",
    example: "traffic: { kind: collective-operation, gap: 0 }",
    mend: "Give a time above 0. The tree of the postal model counts its steps in gaps.",
  },
  E_COLLECTIVE_OPERATION_SIZE: {
    means: "A message of a collective operation is empty.",
    example: "traffic: { kind: collective-operation, size: 0B }",
    mend: "Give at least one byte.",
  },
  E_COLLECTIVE_OPERATION_NO_MULTICAST: {
    means:
      "A broadcast by the switches was asked for without multicast tables, or with tables that have several addresses for the group.",
    example: "the algorithm multicast without multicast tables",
    mend: "Name a multicast table builder, such as multicast-spanning-tree.",
  },
};
