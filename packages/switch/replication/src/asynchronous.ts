import { defineReplication, type ReplicationFactory } from "@fabriclab/spec";
import { z } from "zod";

const factory: ReplicationFactory = {
  name: "asynchronous",
  mode: "asynchronous",
};

/** Each copy of a multicast packet leaves when its own output is free; the buffer is freed when the last copy has left. */
export const asynchronous = defineReplication({
  name: "asynchronous",
  summary:
    "Each copy of a multicast packet leaves when its own output is free; the input buffer is freed when all have left.",
  cites: [
    {
      key: "zhou2007",
      authors: "J. Zhou, X.-Y. Lin, Y.-C. Chung",
      title:
        "Hardware supported multicast in fat-tree-based InfiniBand networks",
      venue: "The Journal of Supercomputing 40(3) 333-352",
      year: 2007,
    },
  ],
  params: z.object({}),
  claims: { deadlockFree: true },
  build: () => factory,
});
