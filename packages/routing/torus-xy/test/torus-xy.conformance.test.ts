import { sequential } from "@fabriclab/addressing-sequential";
import { parseOptions } from "@fabriclab/spec";
import { routingKit } from "@fabriclab/testing-conformance";
import { chain, ring } from "@fabriclab/testing-fabrics";
import { mesh } from "@fabriclab/topology-mesh";
import { describe, it } from "vitest";
import { torusXy } from "../src/index.ts";

const grid = (columns: number, rows: number, wrap = true, hostsPerSwitch = 1) =>
  mesh.build(parseOptions(mesh, { columns, rows, wrap, hostsPerSwitch }));
const cases = [
  grid(3, 3),
  grid(4, 4),
  grid(5, 4),
  grid(3, 6),
  grid(4, 3, true, 2),
].map((fabric) => ({ fabric, addressing: sequential }));

routingKit(
  torusXy,
  { cases, foreign: [chain(3), ring(4), grid(3, 3, false)] },
  { describe, it },
);
