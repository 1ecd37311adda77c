import { sequential } from "@fabriclab/addressing-sequential";
import { singleLid } from "@fabriclab/routing-single-lid";
import { xy } from "@fabriclab/routing-xy";
import { parseOptions } from "@fabriclab/spec";
import { multicastTablesKit, ruleCase } from "@fabriclab/testing-conformance";
import { fatTree } from "@fabriclab/topology-fat-tree";
import { mesh } from "@fabriclab/topology-mesh";
import { describe, it } from "vitest";
import { hamiltonianDualPath, hamiltonianMultiPath } from "../src/index.ts";

const cases = [
  { columns: 4, rows: 3 },
  { columns: 3, rows: 4 },
  { columns: 5, rows: 5 },
  { columns: 1, rows: 6 },
  { columns: 6, rows: 1 },
  { columns: 2, rows: 3, hostsPerSwitch: 2 },
].map((size) => ruleCase(mesh.build(parseOptions(mesh, size)), sequential, xy));

const tree = fatTree.build(parseOptions(fatTree, { ports: 4, levels: 2 }));
const all = [
  ...cases,
  { ...ruleCase(tree, sequential, singleLid), foreign: true },
];

multicastTablesKit(hamiltonianDualPath, all, { describe, it });
multicastTablesKit(hamiltonianMultiPath, all, { describe, it });
