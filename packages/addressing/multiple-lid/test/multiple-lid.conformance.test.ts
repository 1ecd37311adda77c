import { parseOptions } from "@fabriclab/spec";
import { addressingKit } from "@fabriclab/testing-conformance";
import { chain, star } from "@fabriclab/testing-fabrics";
import { fatTree } from "@fabriclab/topology-fat-tree";
import { describe, it } from "vitest";
import { multipleLid } from "../src/index.ts";

const tree = (ports: number, levels: number) =>
  fatTree.build(parseOptions(fatTree, { ports, levels }));
const cases = [
  { fabric: tree(4, 2) },
  { fabric: tree(4, 3) },
  { fabric: tree(8, 3) },
  { fabric: tree(4, 3), options: { variant: "paper" } },
  { fabric: chain(3), options: { lmc: 2 } },
];

addressingKit(
  multipleLid,
  {
    cases,
    foreign: [chain(3), star(4)],
    tooLarge: [{ fabric: tree(16, 3) }, { fabric: tree(6, 3) }],
  },
  { describe, it },
);
