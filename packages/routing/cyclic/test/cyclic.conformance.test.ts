import { multipleLid } from "@fabriclab/addressing-multiple-lid";
import { routingKit } from "@fabriclab/testing-conformance";
import { chain, star } from "@fabriclab/testing-fabrics";
import { fatTree } from "@fabriclab/topology-fat-tree";
import { parseOptions } from "@fabriclab/spec";
import { describe, it } from "vitest";
import { cyclic } from "../src/index.ts";

const on = (ports: number, levels: number, addressingOptions: object = {}) => ({
  fabric: fatTree.build(parseOptions(fatTree, { ports, levels })),
  addressing: multipleLid,
  addressingOptions,
});
const cases = [
  on(4, 2),
  on(4, 3),
  on(8, 2),
  on(4, 3, { variant: "paper" }),
  on(6, 2, { lmc: 2 }),
  on(4, 1),
];

routingKit(cyclic, { cases, foreign: [chain(3), star(4)] }, { describe, it });
