import { opensm } from "@fabriclab/addressing-opensm";
import { parseOptions } from "@fabriclab/spec";
import { routingKit } from "@fabriclab/testing-conformance";
import { chain, irregularFabric, ring, star } from "@fabriclab/testing-fabrics";
import { fatTree } from "@fabriclab/topology-fat-tree";
import { describe, it } from "vitest";
import { updn } from "../src/index.ts";

const cases = [
  { fabric: star(4) },
  {
    fabric: fatTree.build(parseOptions(fatTree, { ports: 4, levels: 2 })),
    addressingOptions: { lmc: 1 },
  },
  { fabric: ring(5), options: { roots: "a" } },
  {
    // One of those on which OpenSM's rule leaves a credit loop.
    fabric: irregularFabric({
      switches: 15,
      ports: 6,
      extraLinks: 12,
      seed: 4,
    }),
    options: { roots: ["s0"] },
  },
].map((given) => ({ ...given, addressing: opensm }));

routingKit(updn, { cases, foreign: [chain(3), ring(4)] }, { describe, it });
