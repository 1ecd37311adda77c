import { multipleLid } from "@fabriclab/addressing-multiple-lid";
import { sequential } from "@fabriclab/addressing-sequential";
import { cyclic } from "@fabriclab/routing-cyclic";
import { xy } from "@fabriclab/routing-xy";
import { parseOptions } from "@fabriclab/spec";
import { multicastTablesKit, ruleCase } from "@fabriclab/testing-conformance";
import { fatTree } from "@fabriclab/topology-fat-tree";
import { mesh } from "@fabriclab/topology-mesh";
import { describe, it } from "vitest";
import { multicastUnion } from "../src/index.ts";

const tree = ruleCase(
  fatTree.build(parseOptions(fatTree, { ports: 4, levels: 3 })),
  multipleLid,
  cyclic,
);
const grid = ruleCase(
  mesh.build(parseOptions(mesh, { columns: 3, rows: 4 })),
  sequential,
  xy,
);
const shared = { options: { plan: "shared" } };

multicastTablesKit(
  multicastUnion,
  [tree, { ...tree, ...shared }, grid, { ...grid, ...shared }],
  { describe, it },
);
