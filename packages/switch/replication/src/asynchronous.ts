import {
  defineReplication,
  PAPERS,
  type ReplicationFactory,
} from "@fabriclab/spec";
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
  cites: [PAPERS.zhou2007],
  params: z.object({}),
  claims: { deadlockFree: true },
  build: () => factory,
});
