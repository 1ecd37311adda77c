import { topologyKit } from "@fabriclab/testing-conformance";
import { describe, it } from "vitest";
import { xgft } from "../src/index.ts";

topologyKit(
  xgft,
  {
    cases: [
      {},
      { children: 5, parents: "" },
      { children: "4,4,8", parents: "4,4" },
      { children: [3, 2, 2, 2], parents: [1, 2, 3], ports: 9 },
      { children: "6,3", parents: "2", parallel: 3, speed: "HDR", width: 4 },
      { children: "2,1,3", parents: "1,1" },
      { children: "4,3,2", parents: "2,1", parallel: "2,4" },
      { children: "4,3,2", parents: "2,1", parallel: 2, hosts: 19 },
      { children: "4,3,2", parents: "2,1", hosts: 5, ports: 12 },
      { children: "4,3", parents: "2", hosts: 2 },
    ],
    refused: [
      { children: "4,4" },
      { children: "4,4,4", parents: "2,2", parallel: "1,2,3" },
      { children: "4,4", parents: "2", parallel: "" },
      { children: "4,4", parents: "2", parallel: "0" },
      { children: "4,4", parents: "2", parallel: 255 },
      { children: "", parents: "" },
      { children: "4,0,2" },
      { children: "4,3", parents: "2", hosts: 13 },
      { children: "4,x,2" },
      { children: "4,,2" },
      { children: "200,4", parents: "100" },
      { children: "8,4,4", parents: "4,4", ports: 11 },
      { children: "200,200,200", parents: "40,40" },
    ],
  },
  { describe, it },
);
