import type { DetailText, KnownResult } from "./known-results.ts";

const KINDS = ["combine", "distribute", "ack", "dun"];
const EVENTS: Readonly<Record<string, string>> = {
  sent: "sent, those sent again included",
  received: "received",
  resent: "sent again",
  lost: "lost",
  corrupted: "corrupted",
};

/** What the statistics registers of a barrier engine count. */
const registers: Readonly<Record<string, DetailText>> = Object.fromEntries(
  Object.entries(EVENTS).flatMap(
    ([event, words]): (readonly [string, DetailText])[] => [
      [event, ["packets", `Packets of all kinds ${words}.`]],
      ...KINDS.map((kind): readonly [string, DetailText] => [
        `${kind} ${event}`,
        ["packets", `Packets of the kind ${kind} ${words}.`],
      ]),
    ],
  ),
);

/** What traffic reports of itself, as `knownResults` of metrics. */
export const knownTraffic: Readonly<Record<string, KnownResult>> = {
  "barrier-engine": {
    text: "Barriers that were completed in the barrier engines of switches.",
    details: registers,
  },
  "barrier-engine.hosts": {
    text: "Barriers that were completed in the barrier engines of hosts.",
    details: registers,
  },
  collective: {
    text: "Time of a collective operation, mean over operations.",
    details: {
      operations: ["operations", "Operations that were done."],
      min: ["ns", "Time of the shortest operation."],
      max: ["ns", "Time of the longest operation."],
    },
  },
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

/** Results that traffic also gives for each of many places, such as `barrier-engine.SW<0,1>`. */
export const perPlace: readonly string[] = ["barrier-engine"];
