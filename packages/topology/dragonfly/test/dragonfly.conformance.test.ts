import { topologyKit } from "@fabriclab/testing-conformance";
import { describe, it } from "vitest";
import { dragonfly } from "../src/index.ts";

topologyKit(
  dragonfly,
  {
    cases: [
      {},
      { groups: 1 },
      { groups: 2 },
      { groups: 4, speed: "HDR", width: 4 },
      { hostsPerSwitch: 1, switchesPerGroup: 2, globalLinks: 1 },
      { hostsPerSwitch: 3, switchesPerGroup: 1, globalLinks: 5 },
      { switchesPerGroup: 2, globalLinks: 2, groups: 2 },
      { switchesPerGroup: 2, globalLinks: 3, groups: 3 },
      { hostsPerSwitch: 1, switchesPerGroup: 6, globalLinks: 1, groups: 6 },
    ],
    refused: [
      { groups: 10 },
      { switchesPerGroup: 254 },
      { hostsPerSwitch: 250 },
      { switchesPerGroup: 64, globalLinks: 64 },
    ],
  },
  { describe, it },
);
