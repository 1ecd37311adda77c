import { sequential } from "@fabriclab/addressing-sequential";
import { parseOptions } from "@fabriclab/spec";
import { routingKit } from "@fabriclab/testing-conformance";
import { chain, star } from "@fabriclab/testing-fabrics";
import { fatTree } from "@fabriclab/topology-fat-tree";
import { describe, it } from "vitest";
import { singleLid } from "../src/index.ts";

const on = (ports: number, levels: number) => ({
  fabric: fatTree.build(parseOptions(fatTree, { ports, levels })),
  addressing: sequential,
});

routingKit(
  singleLid,
  {
    cases: [on(4, 2), on(4, 3), on(6, 2), on(8, 2), on(6, 1)],
    foreign: [chain(3), star(4)],
  },
  { describe, it },
);
