import { replicationKit } from "@fabriclab/testing-conformance";
import { describe, it } from "vitest";
import {
  asynchronous,
  bulletinBoard,
  centralQueue,
  holdingBuffer,
  synchronous,
} from "../src/index.ts";

const runner = { describe, it };
replicationKit(asynchronous, [{}], runner);
replicationKit(holdingBuffer, [{}, { options: { buffers: 1 } }], runner);
replicationKit(centralQueue, [{}, { options: { packets: 1 } }], runner);
replicationKit(bulletinBoard, [{}], runner);
replicationKit(
  synchronous,
  [{}, { options: { order: "round-robin" } }],
  runner,
);
