import { parseOptions } from "@fabriclab/spec";
import { addressingKit } from "@fabriclab/testing-conformance";
import { chain, star, twoPlanes } from "@fabriclab/testing-fabrics";
import { fatTree } from "@fabriclab/topology-fat-tree";
import { describe, it } from "vitest";
import { sequential } from "../src/index.ts";

const tree = fatTree.build(parseOptions(fatTree, { ports: 4, levels: 3 }));
const cases = [tree, chain(3), star(5), twoPlanes()].map((fabric) => ({
  fabric,
}));
const tooLarge = [{ fabric: tree, options: { start: 49_150 } }];

addressingKit(
  sequential,
  {
    cases: [
      ...cases,
      { fabric: tree, options: { order: "switches-first", start: 9 } },
    ],
    tooLarge,
  },
  { describe, it },
);
