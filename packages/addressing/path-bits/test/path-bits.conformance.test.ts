import { parseOptions } from "@fabriclab/spec";
import { addressingKit } from "@fabriclab/testing-conformance";
import {
  chain,
  complete,
  kimFigure4a,
  parallel,
  ring,
  star,
  twoPlanes,
} from "@fabriclab/testing-fabrics";
import { fatTree } from "@fabriclab/topology-fat-tree";
import { describe, it } from "vitest";
import { pathBits } from "../src/index.ts";

const tree = (ports: number, levels: number) =>
  fatTree.build(parseOptions(fatTree, { ports, levels }));

addressingKit(
  pathBits,
  {
    cases: [
      { fabric: chain(3) },
      { fabric: star(4) },
      { fabric: ring(5) },
      { fabric: kimFigure4a() },
      { fabric: parallel(3) },
      { fabric: twoPlanes() },
      { fabric: complete(6) },
      { fabric: tree(8, 3) },
      { fabric: kimFigure4a(), options: { bits: 0 } },
      { fabric: kimFigure4a(), options: { bits: 5 } },
      { fabric: kimFigure4a(), options: { mode: "wide" } },
    ],
    tooLarge: [
      { fabric: kimFigure4a(), options: { bits: 9 } },
      { fabric: tree(16, 3), options: { bits: 6 } },
      { fabric: star(200), options: { mode: "wide", bits: 7 } },
    ],
  },
  { describe, it },
);
