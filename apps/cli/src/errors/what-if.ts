import type { ErrorEntries } from "./entry.ts";

/** Failures, differences, placements: `fail`, `diff`, `job`. */
export const whatIfErrors: ErrorEntries = {
  E_CLI_NO_SUCH_NODE: {
    means:
      "A flag or an argument names a node, a port or a LID that the fabric does not have, or a name that several nodes share.",
    example: "fabriclab fail --fabric net.topo --routing minhop --remove SW9",
    mend: "Name the node by S-GUID, 0xGUID or its NodeDescription where it alone has it; of a host with several cabled ports, NAME:PORT.",
  },
  E_CLI_NO_SUCH_CABLE: {
    means:
      "What is to fail has no cable: the port is not there or free, or the node stands alone.",
    example:
      "fabriclab fail --fabric net.topo --routing minhop --remove 'SW<0,0>:99'",
    mend: "Name a cabled port of the node (node:port), or the whole node.",
  },
  E_CLI_JOB_HOSTS: {
    means:
      "The list of a job's hosts has fewer than two host ports, names one twice, or names one that can be no rank: each line is a rank, in order, cabled to a switch and with a LID.",
    example:
      "fabriclab job --fabric net.topo --routing minhop --hosts one-host.txt  # one-host.txt: P(00)",
    mend: "List each host port once, in the order of the ranks. A host's name stands for all its ports that are cabled.",
  },
};
