import { laneSchedulerKit } from "@fabriclab/testing-conformance";
import { describe, it } from "vitest";
import { vlArbitration, weightedRoundRobin } from "../src/index.ts";

const runner = { describe, it };
laneSchedulerKit(vlArbitration, [{}, { highLimit: 255 }], runner);
// Weights of one packet of the kit, which watches a few rounds only.
laneSchedulerKit(weightedRoundRobin, [{ weight: 4 }, { weight: 1 }], runner);
