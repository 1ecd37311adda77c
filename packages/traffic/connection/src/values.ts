import type { ValueText } from "@fabriclab/spec";

/** What the reports of `connection` are, for files that explain themselves. */
export const values: Readonly<Record<string, ValueText>> = {
  "transport.messages": {
    text: "Messages that were handed on to their receivers.",
    details: {
      connections: ["connections", "Connections of the traffic."],
      "without alternate": [
        "connections",
        "Connections without an alternate path.",
      ],
      duplicates: ["packets", "Packets that had arrived before."],
      "out of sequence": ["packets", "Packets that arrived out of sequence."],
    },
  },
  "transport.resent": {
    text: "Packets that were sent again.",
    details: {
      timeouts: ["timeouts", "Times that an acknowledgement did not come."],
      NAKs: ["packets", "Packets that told of a missing one."],
      migrations: [
        "migrations",
        "Times that a connection went to its alternate path.",
      ],
    },
  },
  "transport.latency": {
    text: "Time from when a message was ready to when it was handed on, mean over messages.",
    details: {
      count: ["messages", "Messages handed on for the first time."],
      max: ["ns", "Longest time from ready to handed on."],
    },
  },
  "transport.recovery": {
    text: "Time of the first message after each going back, from when it was first sent to when it was handed on: mean.",
    details: {
      count: ["messages", "Lost messages that arrived later."],
      max: ["ns", "Longest such time of a lost message."],
    },
  },
  "transport.failed": {
    text: "Connections whose retries are used up.",
    details: {
      outstanding: [
        "messages",
        "Messages of failed connections that were sent and have no ACK.",
      ],
      unsent: ["messages", "Messages of failed connections that never left."],
      retrying: [
        "connections",
        "Connections that were sending again when the run ended.",
      ],
    },
  },
};
