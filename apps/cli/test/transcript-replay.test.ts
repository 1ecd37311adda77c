import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sequential } from "@fabriclab/addressing-sequential";
import { writeLfts } from "@fabriclab/formats-opensm";
import { torusXy } from "@fabriclab/routing-torus-xy";
import { parseOptions, type RoutingRule } from "@fabriclab/spec";
import { linear } from "@fabriclab/tables-linear";
import { mesh } from "@fabriclab/topology-mesh";
import { transcript } from "./transcript.ts";

transcript("guides/replay-a-credit-loop.md", (folder) => {
  const fabric = mesh.build(
    parseOptions(mesh, { columns: 5, rows: 5, wrap: true }),
  );
  const lids = sequential.assign(fabric, parseOptions(sequential, {}));
  const routing = torusXy.create({ fabric, lids }, {}) as RoutingRule;
  const tables = linear.build(
    { fabric, lids, routing, routingName: torusXy.name, groups: [] },
    parseOptions(linear, {}),
  );
  mkdirSync(join(folder, "bare"));
  writeFileSync(
    join(folder, "bare", "opensm-lfts.dump"),
    writeLfts(fabric, tables),
  );
});
