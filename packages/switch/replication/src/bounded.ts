import { defineReplication, intParam, PAPERS } from "@fabriclab/spec";
import { z } from "zod";

/** Asynchronous replication with a holding buffer per input lane: its first copy takes a packet there, and one of a lane at a time is in transfer. */
export const holdingBuffer = defineReplication({
  name: "holding-buffer",
  summary:
    "Copies leave when their own outputs are free; the first takes the packet from its input lane to the lane's holding buffer, one packet at a time.",
  cites: [PAPERS.kim2007],
  params: z.object({
    buffers: intParam({ min: 0, max: 1024, default: 0 }).describe(
      "holding buffers that the input lanes of a switch share; 0: each lane has one",
    ),
  }),
  // With shared ones a packet waits for whatever that of another input waits for: a dependency that no routing knows.
  claims: { deadlockFree: false },
  build: ({ buffers }) => ({
    name: "holding-buffer",
    mode: "asynchronous",
    concurrent: buffers === 0 ? Infinity : buffers,
  }),
});

/** Asynchronous replication through a central queue per output and lane, which is served before unicast. */
export const centralQueue = defineReplication({
  name: "central-queue",
  summary:
    "Copies go into a multicast queue of their output and lane as soon as it has room; links serve these queues before unicast.",
  cites: [PAPERS.kim2007],
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
