import { topologyKit } from "@fabriclab/testing-conformance";
import { describe, it } from "vitest";
import { torus } from "../src/index.ts";

topologyKit(
  torus,
  {
    cases: [
      {},
      { x: 5, y: 3, z: 2, hostsPerSwitch: 2 },
      { x: 6, y: 4, z: 1, speed: "HDR", width: 4 },
      { x: 7, y: 1, z: 1 },
      { x: 2, y: 2, z: 2 },
      { x: 1, y: 1, z: 1, hostsPerSwitch: 3 },
      { x: 4, y: 3, z: 3, open: true },
    ],
    refused: [{ x: 100, y: 100, z: 100 }, { hostsPerSwitch: 249 }, { x: 0 }],
  },
  { describe, it },
);
