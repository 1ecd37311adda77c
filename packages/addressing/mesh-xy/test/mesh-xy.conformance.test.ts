import { parseOptions } from "@fabriclab/spec";
import { addressingKit } from "@fabriclab/testing-conformance";
import { chain } from "@fabriclab/testing-fabrics";
import { mesh } from "@fabriclab/topology-mesh";
import { describe, it } from "vitest";
import { meshXy } from "../src/index.ts";

const grid = (columns: number, rows: number, more: object = {}) =>
  mesh.build(parseOptions(mesh, { columns, rows, ...more }));
const cases = [
  { fabric: grid(4, 4) },
  { fabric: grid(2, 5) },
  { fabric: grid(5, 2), options: { stride: "paper" } },
  { fabric: grid(1, 3) },
  { fabric: grid(3, 4, { wrap: true }) },
  { fabric: grid(3, 2, { hostsPerSwitch: 3 }) },
];

addressingKit(meshXy, { cases, foreign: [chain(3)] }, { describe, it });
