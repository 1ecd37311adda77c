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
const buffered = { outputBuffer: "2 packets" };

switchKit(
  iba,
  [
    { parts: unbuffered },
    { parts, options: buffered },
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
      parts: {
        ...unbuffered,
        laneScheduler: roundRobinLanes.build({}),
        arbiter: matrix.build({}),
      },
      options: { management: false, virtualLanes: 1, inputBuffer: "1 packet" },
    },
    ...[
      synchronous.build(parseOptions(synchronous, {})),
      synchronous.build(parseOptions(synchronous, { order: "round-robin" })),
      holdingBuffer.build(parseOptions(holdingBuffer, {})),
      centralQueue.build(parseOptions(centralQueue, {})),
    ].map((replication) => ({ parts: { ...unbuffered, replication } })),
    { parts: { ...unbuffered, select: lfu.build({}) } },
    {
      parts: {
        ...unbuffered,
        select: maxCredit.build({}),
        drop: hll.build(parseOptions(hll, { hv: "infinite" })),
      },
    },
  ],
  { describe, it },
);
