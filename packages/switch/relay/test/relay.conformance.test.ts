import {
  matrix,
  roundRobin,
  roundRobinLanes,
} from "@fabriclab/switch-arbiters";
import { asynchronous } from "@fabriclab/switch-replication";
import { parseOptions } from "@fabriclab/spec";
import { switchKit } from "@fabriclab/testing-conformance";
import { describe, it } from "vitest";
import { relay } from "../src/index.ts";

const parts = (arbiter: typeof roundRobin | typeof matrix) => ({
  arbiter: arbiter.build(parseOptions(arbiter, {})),
  laneScheduler: roundRobinLanes.build(parseOptions(roundRobinLanes, {})),
  replication: asynchronous.build(parseOptions(asynchronous, {})),
});

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
  ],
  { describe, it },
);
