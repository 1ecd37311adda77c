import { opensm } from "@fabriclab/addressing-opensm";
import { routingKit } from "@fabriclab/testing-conformance";
import {
  complete,
  irregularFabric,
  parallel,
  ring,
  star,
} from "@fabriclab/testing-fabrics";
import { describe, it } from "vitest";
import { sssp } from "../src/index.ts";

const cases = [
  { fabric: star(4) },
  { fabric: complete(4), addressingOptions: { lmc: 2 } },
  { fabric: parallel(3), addressingOptions: { lmc: 1 } },
  { fabric: ring(5) },
  {
    fabric: irregularFabric({
      switches: 15,
      ports: 5,
      extraLinks: 9,
      seed: 1,
    }),
    addressingOptions: { lmc: 1 },
  },
].map((given) => ({ ...given, addressing: opensm }));

routingKit(sssp, { cases }, { describe, it });
