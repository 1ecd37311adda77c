import { sequential } from "@fabriclab/addressing-sequential";
import { parseOptions } from "@fabriclab/spec";
import { routingKit } from "@fabriclab/testing-conformance";
import {
  chain,
  complete,
  kimFigure4a,
  parallel,
  ring,
  star,
} from "@fabriclab/testing-fabrics";
import { fatTree } from "@fabriclab/topology-fat-tree";
import { fig6like, irregular } from "@fabriclab/topology-irregular";
import { mesh } from "@fabriclab/topology-mesh";
import { describe, it } from "vitest";
import { updown } from "../src/index.ts";

const fabrics = [
  chain(3),
  star(4),
  ring(5),
  complete(4),
  parallel(3),
  kimFigure4a(),
  fatTree.build(parseOptions(fatTree, { ports: 4, levels: 2 })),
  mesh.build(parseOptions(mesh, { columns: 3, rows: 3, wrap: true })),
  fig6like.build(parseOptions(fig6like, {})),
  irregular.build(
    parseOptions(irregular, { hostsPerSwitch: 2, parallel: true }),
  ),
];

for (const options of [
  { mode: "autonet" },
  { mode: "autonet", descend: "always" },
  { mode: "tree" },
])
  routingKit(
    updown,
    {
      cases: fabrics.map((fabric) => ({
        fabric,
        addressing: sequential,
        options,
      })),
    },
    { describe, it },
  );
