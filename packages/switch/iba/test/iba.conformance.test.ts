import {
  matrix,
  roundRobin,
  roundRobinLanes,
} from "@fabriclab/switch-arbiters";
import { hll } from "@fabriclab/switch-dropping";
import { lfu, maxCredit } from "@fabriclab/switch-path-select";
import {
  asynchronous,
  centralQueue,
  holdingBuffer,
  synchronous,
} from "@fabriclab/switch-replication";
import {
  vlArbitration,
  weightedRoundRobin,
} from "@fabriclab/switch-vl-arbitration";
import { parseOptions } from "@fabriclab/spec";
import { switchKit } from "@fabriclab/testing-conformance";
import { describe, it } from "vitest";
import { iba } from "../src/index.ts";

const parts = {
  arbiter: roundRobin.build({}),
  laneScheduler: vlArbitration.build(parseOptions(vlArbitration, {})),
  crossbarScheduler: weightedRoundRobin.build(
    parseOptions(weightedRoundRobin, {}),
  ),
  replication: asynchronous.build({}),
};
const { crossbarScheduler: _, ...unbuffered } = parts;

switchKit(
  iba,
  [
    { parts },
    {
      parts: { ...unbuffered, arbiter: matrix.build({}) },
      options: { outputBuffer: "0 packets" },
    },
    {
      parts,
      options: {
        management: false,
        virtualLanes: 4,
        inputBuffer: "8KiB",
        outputBuffer: "4KiB",
        stageDelay: "12.8ns",
      },
    },
    {
      parts: { ...unbuffered, laneScheduler: roundRobinLanes.build({}) },
      options: { management: false, virtualLanes: 1, inputBuffer: "1 packet" },
    },
    ...[
      synchronous.build(parseOptions(synchronous, {})),
      synchronous.build(parseOptions(synchronous, { order: "round-robin" })),
      holdingBuffer.build(parseOptions(holdingBuffer, {})),
      centralQueue.build(parseOptions(centralQueue, {})),
    ].map((replication) => ({ parts: { ...parts, replication } })),
    { parts: { ...parts, select: lfu.build({}) } },
    {
      parts: {
        ...parts,
        select: maxCredit.build({}),
        drop: hll.build(parseOptions(hll, { hv: "infinite" })),
      },
    },
  ],
  { describe, it },
);
