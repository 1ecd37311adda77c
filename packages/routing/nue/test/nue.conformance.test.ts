import { opensm } from "@fabriclab/addressing-opensm";
import { parseOptions } from "@fabriclab/spec";
import { routingKit } from "@fabriclab/testing-conformance";
import {
  complete,
  irregularFabric,
  parallel,
  ring,
  star,
} from "@fabriclab/testing-fabrics";
import { mesh } from "@fabriclab/topology-mesh";
import { describe, it } from "vitest";
import { nue } from "../src/index.ts";

const cases = [
  { fabric: star(4) },
  { fabric: complete(4), addressingOptions: { lmc: 2 } },
  { fabric: parallel(3), addressingOptions: { lmc: 1 } },
  // On one lane a ring of five has detours.
  { fabric: ring(5) },
  { fabric: ring(5), options: { lanes: 8 } },
  {
    fabric: mesh.build(parseOptions(mesh, { columns: 4, rows: 3, wrap: true })),
    options: { lanes: 2 },
  },
  {
    fabric: irregularFabric({
      switches: 15,
      ports: 6,
      extraLinks: 12,
      seed: 4,
    }),
    options: { lanes: 4 },
    addressingOptions: { lmc: 1 },
  },
].map((given) => ({ ...given, addressing: opensm }));

routingKit(nue, { cases }, { describe, it });
