import { opensm } from "@fabriclab/addressing-opensm";
import { FabricBuilder } from "@fabriclab/fabric";
import { parseOptions } from "@fabriclab/spec";
import { routingKit } from "@fabriclab/testing-conformance";
import { ring, star } from "@fabriclab/testing-fabrics";
import { fatTree } from "@fabriclab/topology-fat-tree";
import { describe, it } from "vitest";
import { dnup } from "../src/index.ts";
import { leafBetweenTrees } from "./leaf-between-trees.ts";

const hostless = new FabricBuilder("two switches");
hostless.connect(hostless.addSwitch("a", 1), 1, hostless.addSwitch("b", 1), 1);

const cases = [
  star(4),
  ring(5),
  leafBetweenTrees(),
  fatTree.build(parseOptions(fatTree, { ports: 4, levels: 2 })),
].map((fabric) => ({ fabric, addressing: opensm }));

routingKit(dnup, { cases, foreign: [hostless.build()] }, { describe, it });
