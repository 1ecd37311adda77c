import type { ErrorEntries } from "./entry.ts";

/** hca/queue-pair, core/connection, traffic/connection. */
export const connectionErrors: ErrorEntries = {
  E_QUEUE_PAIR_PRIORITY: {
    means: "The priorities of a host adapter name a service level twice.",
    example: "hca: { kind: queue-pair, priority: [3, 0, 3] }",
    mend: "Name each level once; those left out follow in ascending order.",
  },
  E_QUEUE_PAIR_RECEIVE: {
    means:
      "A rate at which receive buffers are emptied is given to a host adapter without any.",
    example: "hca: { kind: queue-pair, receiveRate: 4Gb/s }",
    mend: "Add `receiveBuffer`, the space of each lane, such as `4KiB`; or leave `receiveRate` out.",
  },
  E_CONNECTION_SIZE: {
    means: "A message, an ACK or a probe of a connection would have no bytes.",
    example: "traffic: { kind: connection, size: 0B }",
    mend: "Give a size such as 1KiB.",
  },
  E_CONNECTION_TIME: {
    means:
      "The transport timer, the time until a path is armed again, or that until a probe counts as refused, is nothing.",
    example: "traffic: { kind: connection, timeout: 0 }",
    mend: "Give a time that is longer than a round trip, such as 100us.",
  },
  E_CONNECTION_LIMIT: {
    means:
      "The share of a link that connections may reserve is nothing, so that every probe would be refused.",
    example: "traffic: { kind: connection, probe: { limit: 0 } }",
    mend: "Give a share above 0, or leave out the probe.",
  },
  E_CONNECTION_NO_PATTERN: {
    means: "Connections were composed without a pattern.",
    example: "connection.create(context, options, {})",
    mend: "Pass a pattern, or name one in the scenario: pattern: uniform.",
  },
  E_CONNECTION_MESSAGES: {
    means:
      "Messages are numbered with 30 bits over all connections of a traffic, and those are used up.",
    example: "a run of 2^30 messages",
    mend: "Run for a shorter time, or with fewer connections.",
  },
};
