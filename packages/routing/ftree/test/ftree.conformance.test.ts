import { opensm } from "@fabriclab/addressing-opensm";
import { parseOptions } from "@fabriclab/spec";
import { routingKit } from "@fabriclab/testing-conformance";
import { chain, ring, star } from "@fabriclab/testing-fabrics";
import { fatTree } from "@fabriclab/topology-fat-tree";
import { describe, it } from "vitest";
import { ftree } from "../src/index.ts";
import { ringOfLeaves, valley } from "./drawn.ts";

const tree = (ports: number, levels: number) =>
  fatTree.build(parseOptions(fatTree, { ports, levels }));
const cases = [
  { fabric: tree(4, 2) },
  { fabric: tree(4, 3) },
  { fabric: tree(8, 2) },
  { fabric: ringOfLeaves(), options: { roots: "t" } },
  { fabric: valley(), options: { roots: ["t"] } },
].map((given) => ({ ...given, addressing: opensm }));

routingKit(
  ftree,
  { cases, foreign: [chain(3), ring(4), star(4)] },
  { describe, it },
);
