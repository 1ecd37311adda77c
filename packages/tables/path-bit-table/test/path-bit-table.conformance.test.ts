import { sequential } from "@fabriclab/addressing-sequential";
import { xy } from "@fabriclab/routing-xy";
import { parseOptions, type Fabric, type RoutingRule } from "@fabriclab/spec";
import { tablesKit } from "@fabriclab/testing-conformance";
import { mesh } from "@fabriclab/topology-mesh";
import { describe, it } from "vitest";
import { pathBitTable } from "../src/index.ts";

const on = (fabric: Fabric) => {
  const lids = sequential.assign(fabric, parseOptions(sequential, {}));
  return {
    context: {
      fabric,
      lids,
      routing: xy.create({ fabric, lids }, {}) as RoutingRule,
      routingName: xy.name,
      groups: [],
    },
  };
};
const cases = [on(mesh.build(parseOptions(mesh, { columns: 3, rows: 4 })))];

tablesKit(pathBitTable, cases, { describe, it });
