import { topologyKit } from "@fabriclab/testing-conformance";
import { describe, it } from "vitest";
import { hyperx } from "../src/index.ts";

topologyKit(
  hyperx,
  {
    cases: [
      {},
      { sizes: 1, hostsPerSwitch: 3 },
      { sizes: "7" },
      { sizes: [2, 2, 2, 2], hostsPerSwitch: 1 },
      { sizes: "3,1,4", speed: "HDR", width: 4 },
      { sizes: "3,5", parallel: "2,1", hostsPerSwitch: 2 },
      { sizes: "4,4,4", parallel: 3, hostsPerSwitch: 4 },
    ],
    refused: [
      { sizes: "" },
      { sizes: "4,,4" },
      { sizes: "4,0" },
      { sizes: "4,4", parallel: "1,1,1" },
      { sizes: "255" },
      { sizes: "64,64,64", hostsPerSwitch: 20 },
    ],
  },
  { describe, it },
);
