import { defineReplication, intParam } from "@fabriclab/spec";
import { z } from "zod";
import { designSpace } from "./citations.ts";

/** Asynchronous replication with one holding buffer per switch, or several: one multicast transfer at a time in each. */
export const holdingBuffer = defineReplication({
  name: "holding-buffer",
  summary:
    "Copies leave when their own outputs are free, of one multicast packet per holding buffer of the switch at a time.",
  cites: [designSpace],
  params: z.object({
    buffers: intParam({ min: 1, max: 1024, default: 1 }).describe(
      "multicast packets of a switch in transfer at a time",
    ),
  }),
  // A packet that waits for the holding buffer waits for whatever its owner waits for: a dependency that no routing knows.
  claims: { deadlockFree: false },
  build: ({ buffers }) => ({
    name: "holding-buffer",
    mode: "asynchronous",
    concurrent: buffers,
  }),
});

/** Asynchronous replication through a central queue per output and lane, which is served before unicast. */
export const centralQueue = defineReplication({
  name: "central-queue",
  summary:
    "Copies go into a multicast queue of their output and lane as soon as it has room; links serve these queues before unicast.",
  cites: [designSpace],
  params: z.object({
    packets: intParam({ min: 1, max: 4096, default: 8 }).describe(
      "size of the queue per output and lane",
    ),
  }),
  claims: { deadlockFree: true },
  build: ({ packets }) => ({
    name: "central-queue",
    mode: "asynchronous",
    centralPackets: packets,
  }),
});
