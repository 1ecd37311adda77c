import { topologyKit } from "@fabriclab/testing-conformance";
import { describe, it } from "vitest";
import { slimFly } from "../src/index.ts";

topologyKit(
  slimFly,
  {
    cases: [
      {},
      { order: 3 },
      { order: 4, hostsPerSwitch: 1 },
      { order: 7, speed: "HDR", width: 4 },
      { order: 8, hostsPerSwitch: 2 },
      { order: 9, hostsPerSwitch: 1 },
      { order: 16, hostsPerSwitch: 1 },
    ],
    refused: [
      { order: 6 },
      { order: 12 },
      { order: 5, hostsPerSwitch: 248 },
      { order: 113 },
    ],
  },
  { describe, it },
);
