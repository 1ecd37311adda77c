import { topologyKit } from "@fabriclab/testing-conformance";
import { describe, it } from "vitest";
import { dragonflyPlus } from "../src/index.ts";

topologyKit(
  dragonflyPlus,
  {
    cases: [
      {},
      { groups: 0, hostsPerLeaf: 1 },
      { groups: 1 },
      { ports: 12 },
      { groups: 1, leaves: 1 },
      { groups: 2, speed: "HDR", width: 4 },
      { hostsPerLeaf: 3, leaves: 2, spines: 1, globalLinks: 3, groups: 4 },
      { leaves: 1, spines: 3, globalLinks: 2, groups: 4 },
    ],
    refused: [
      { groups: 18 },
      { leaves: 252 },
      { ports: 7 },
      { hostsPerLeaf: 251 },
      { spines: 64, globalLinks: 64, groups: 0 },
    ],
  },
  { describe, it },
);
