import { parseOptions } from "@fabriclab/spec";
import {
  matrix,
  roundRobin,
  roundRobinLanes,
} from "@fabriclab/switch-arbiters";
import { asynchronous, bulletinBoard } from "@fabriclab/switch-replication";
import { switchKit } from "@fabriclab/testing-conformance";
import { describe, it } from "vitest";
import { hpp } from "../src/index.ts";

const parts = {
  arbiter: matrix.build(parseOptions(matrix, {})),
  laneScheduler: roundRobinLanes.build(parseOptions(roundRobinLanes, {})),
  replication: bulletinBoard.build(parseOptions(bulletinBoard, {})),
};

const copying = {
  ...parts,
  replication: asynchronous.build(parseOptions(asynchronous, {})),
};

switchKit(
  hpp,
  [
    { parts },
    { parts, options: { showAhead: false, unicastLanes: 1, mixed: false } },
    { parts, options: { creditPacket: 10 } },
    {
      parts: copying,
      // Copies that wait in transmit buffers behind credit packets leave at different times, even when they crossed together.
      options: { creditPacket: 10, transmitBuffer: "1 packet" },
    },
    {
      parts: {
        ...copying,
        arbiter: roundRobin.build(parseOptions(roundRobin, {})),
      },
      options: { unicastLanes: 8, barrier: false, cycle: "3ns" },
    },
  ],
  { describe, it },
);
