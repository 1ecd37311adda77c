import type { ValueText } from "@fabriclab/spec";

/** What the reports on reserved paths are, for files that explain themselves. */
export const connectionValues: Readonly<Record<string, ValueText>> = {
  "connection.open": {
    text: "Connections with a reserved path.",
    details: {
      "default path": ["connections", "Connections on the default path."],
      refused: ["connections", "Connections that got no path."],
      probing: ["connections", "Connections that still ask for a path."],
    },
  },
  "connection.set-up": {
    text: "Time from a connection's first probe to the ACK that opens it, mean over connections.",
    details: {
      count: ["connections", "Connections that were opened."],
      max: ["ns", "Longest time until a connection was opened."],
    },
  },
  "connection.probes": {
    text: "Probes that were sent to ask for paths.",
    details: {
      refused: ["packets", "Probes that were answered with a NACK."],
      timeouts: ["packets", "Probes that were not answered in time."],
      rounds: ["rounds", "Rounds of probes after a connection's first."],
    },
  },
  "connection.reserved": {
    text: "Held share of what connections may hold of a channel, mean over channels.",
    details: { max: ["1", "Largest held share of a channel."] },
  },
};
