import { trafficKit } from "@fabriclab/testing-conformance";
import { describe, it } from "vitest";
import { barrierOperation } from "../src/index.ts";

trafficKit(
  barrierOperation,
  [
    { options: {} },
    { options: { barriers: 3, members: [1, 2, 7, 12] } },
    { options: { barriers: 3, groups: 16, members: "40%", stagger: false } },
    { options: { intervals: "exponential", loss: 0.2, corruption: 0.1 } },
  ],
  { describe, it },
);
