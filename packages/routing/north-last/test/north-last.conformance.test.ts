import { sequential } from "@fabriclab/addressing-sequential";
import { parseOptions } from "@fabriclab/spec";
import { routingKit } from "@fabriclab/testing-conformance";
import { chain, ring } from "@fabriclab/testing-fabrics";
import { mesh } from "@fabriclab/topology-mesh";
import { describe, it } from "vitest";
import { northLast } from "../src/index.ts";

const grid = (columns: number, rows: number, wrap = false) =>
  mesh.build(parseOptions(mesh, { columns, rows, wrap }));
const cases = [grid(3, 3), grid(2, 5), grid(5, 2), grid(1, 4), grid(4, 1)].map(
  (fabric) => ({ fabric, addressing: sequential }),
);

routingKit(
  northLast,
  { cases, foreign: [chain(3), ring(4), grid(3, 3, true)] },
  { describe, it },
);
