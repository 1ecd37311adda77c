import { topologyKit } from "@fabriclab/testing-conformance";
import { describe, it } from "vitest";
import { fig6like, irregular } from "../src/index.ts";

topologyKit(
  fig6like,
  { cases: [{}, { hostsPerSwitch: 3, speed: "EDR", width: 4 }] },
  { describe, it },
);
topologyKit(
  irregular,
  {
    cases: [
      {},
      { seed: 2 },
      { switches: 30, links: 46 },
      { switches: 2, links: 3, degree: 3, parallel: true },
      { switches: 1, links: 0, hostsPerSwitch: 2 },
      // every switch full
      { switches: 9, links: 18, degree: 4 },
      { switches: 40, links: 39, degree: 2, hostsPerSwitch: 4 },
    ],
    refused: [
      { links: 13 },
      { links: 31 },
      { switches: 3, links: 4 },
      { switches: 1, links: 1 },
      { switches: 3, links: 2, degree: 1 },
      { degree: 200, hostsPerSwitch: 100 },
      { switches: 49_000, links: 60_000, degree: 250 },
    ],
  },
  { describe, it },
);
