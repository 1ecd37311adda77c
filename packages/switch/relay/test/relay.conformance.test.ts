import {
  matrix,
  roundRobin,
  roundRobinLanes,
} from "@fabriclab/switch-arbiters";
import {
  asynchronous,
  bulletinBoard,
  centralQueue,
  holdingBuffer,
  synchronous,
} from "@fabriclab/switch-replication";
import { parseOptions, portsOf, type SelectFactory } from "@fabriclab/spec";
import { switchKit } from "@fabriclab/testing-conformance";
import { describe, it } from "vitest";
import { relay } from "../src/index.ts";

const parts = (arbiter: typeof roundRobin | typeof matrix) => ({
  arbiter: arbiter.build(parseOptions(arbiter, {})),
  laneScheduler: roundRobinLanes.build(parseOptions(roundRobinLanes, {})),
  replication: asynchronous.build(parseOptions(asynchronous, {})),
});

const replications = [
  synchronous.build(parseOptions(synchronous, {})),
  synchronous.build(parseOptions(synchronous, { order: "round-robin" })),
  bulletinBoard.build(parseOptions(bulletinBoard, {})),
  holdingBuffer.build(parseOptions(holdingBuffer, {})),
  centralQueue.build(parseOptions(centralQueue, {})),
];

/** The candidate with the most credit, the lowest port of several. */
const maxCredit: SelectFactory = {
  name: "max-credit",
  needsCredits: true,
  create: () => ({
    pick(_, __, candidates, ___, credits, at) {
      return portsOf(candidates).reduce((best, port) =>
        (credits[at + port] ?? 0) > (credits[at + best] ?? 0) ? port : best,
      );
    },
    granted: () => undefined,
  }),
};

switchKit(
  relay,
  [
    { parts: parts(roundRobin) },
    { parts: parts(matrix) },
    {
      parts: parts(roundRobin),
      options: {
        virtualLanes: 2,
        inputBuffer: "4 packets",
        outputBuffer: "0 packets",
        routingDelay: "38.4ns",
      },
    },
    ...replications.flatMap((replication) => [
      { parts: { ...parts(roundRobin), replication } },
      {
        parts: { ...parts(matrix), replication },
        options: { inputBuffer: "4KiB", outputBuffer: "0 packets" },
      },
    ]),
    { parts: { ...parts(roundRobin), select: maxCredit } },
  ],
  { describe, it },
);
