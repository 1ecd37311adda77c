import { opensm } from "@fabriclab/addressing-opensm";
import { withoutLinks } from "@fabriclab/fabric";
import { parseOptions } from "@fabriclab/spec";
import { routingKit } from "@fabriclab/testing-conformance";
import { irregularFabric, star } from "@fabriclab/testing-fabrics";
import { fatTree } from "@fabriclab/topology-fat-tree";
import { mesh } from "@fabriclab/topology-mesh";
import { describe, it } from "vitest";
import { torus2qos } from "../src/index.ts";

const grid = (columns: number, rows: number, wrap: boolean) =>
  mesh.build(parseOptions(mesh, { columns, rows, wrap }));
const seed = ["xp_link N(0,0) N(1,0)", "yp_link N(0,0) N(0,1)"];
const torus5 = grid(5, 4, true);
// Without this link some paths go the long way round.
const first = torus5.portLink[torus5.portStart[0] ?? 0] ?? 0;

const cases = [
  {
    fabric: torus5,
    options: { conf: ["torus 5 4", ...seed, "ym_link N(0,0) N(0,3)"] },
  },
  {
    fabric: withoutLinks(torus5, [first]),
    options: { conf: ["torus 5 4", ...seed, "ym_link N(0,0) N(0,3)"] },
  },
  { fabric: grid(4, 3, false), options: { conf: ["mesh 4 3", ...seed] } },
  { fabric: grid(5, 3, true) },
].map((given) => ({ ...given, addressing: opensm }));
const foreign = [
  star(4),
  fatTree.build(parseOptions(fatTree, { ports: 4, levels: 3 })),
  irregularFabric({ switches: 12, ports: 6, extraLinks: 8, seed: 1 }),
];

routingKit(torus2qos, { cases, foreign }, { describe, it });
