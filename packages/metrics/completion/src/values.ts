import type { ValueText } from "@fabriclab/spec";

/** What the results of `completion` are, for files that explain themselves. */
export const values: Readonly<Record<string, ValueText>> = {
  completion: {
    text: "Makespan: from the first birth of a packet to the last delivery of all operations.",
    details: {
      operations: ["operations", "Operations that were completed."],
      deliveries: ["packets", "Deliveries of all operations."],
    },
  },
  "completion.operation": {
    text: "Time of an operation from its first birth to its last delivery, mean over operations.",
    details: {
      p50: ["ns", "Median time of an operation."],
      p90: ["ns", "Time that 90 % of the operations do not exceed."],
      p99: ["ns", "Time that 99 % of the operations do not exceed."],
    },
  },
  "completion.delivery": {
    text: "Latency of a packet of an operation, birth to delivery, mean over deliveries.",
  },
};
