import { sequential } from "@fabriclab/addressing-sequential";
import { singleLid } from "@fabriclab/routing-single-lid";
import { torusXy } from "@fabriclab/routing-torus-xy";
import { xy } from "@fabriclab/routing-xy";
import { parseOptions } from "@fabriclab/spec";
import { laneTablesKit, ruleCase } from "@fabriclab/testing-conformance";
import { fatTree } from "@fabriclab/topology-fat-tree";
import { mesh } from "@fabriclab/topology-mesh";
import { describe, it } from "vitest";
import {
  classLanes,
  datelineLanes,
  serviceLanes,
  sl2vlLanes,
  ZHOU2010_CONFIGURATIONS,
} from "../src/index.ts";

const grid = (columns: number, rows: number, wrap = false) =>
  mesh.build(parseOptions(mesh, { columns, rows, wrap }));
const plane = ruleCase(grid(4, 3), sequential, xy);
const torus = ruleCase(grid(5, 6, true), sequential, torusXy);
const tree = ruleCase(
  fatTree.build(parseOptions(fatTree, { ports: 4, levels: 2 })),
  sequential,
  singleLid,
);
const shared = { options: { configuration: "4VL-shared" } };

laneTablesKit(
  serviceLanes,
  [
    ...Object.keys(ZHOU2010_CONFIGURATIONS).map((configuration) => ({
      ...plane,
      options: { configuration },
    })),
    { ...tree, ...shared },
    { ...torus, ...shared },
  ],
  { describe, it },
);
laneTablesKit(
  sl2vlLanes,
  [
    plane,
    tree,
    { ...torus, options: {} },
    { ...plane, options: { sl2vl: "0,1,0,1,0,1,0,1,0,1,0,1,0,1,0,15" } },
  ],
  { describe, it },
);
laneTablesKit(datelineLanes, [torus, { ...torus, options: { classes: 2 } }], {
  describe,
  it,
});
laneTablesKit(
  classLanes,
  [
    plane,
    tree,
    {
      ...plane,
      options: {
        policy: "logarithmic",
        realTimeSl: "0-6",
        realTimeVl: "0-6",
        multicastSl: "7",
        multicastVl: "7",
      },
    },
    { ...plane, options: { realTimeVl: "0", bestEffortVl: "1" } },
  ],
  { describe, it },
);
