import type { ErrorEntries } from "./entry.ts";

/** hca/queue-pair, core/connection, traffic/connection. */
export const connectionErrors: ErrorEntries = {
  E_QUEUE_PAIR_PRIORITY: {
    means: "The priorities of a host adapter name a service level twice.",
    example: "hca: { kind: queue-pair, priority: [3, 0, 3] }",
    mend: "Name each level once; those left out follow in ascending order.",
  },
};
