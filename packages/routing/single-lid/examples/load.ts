// All hosts of IBFT(8,2) send to all others: how many paths cross each channel between switches?
import { sequential } from "@fabriclab/addressing-sequential";
import { walk } from "@fabriclab/paths";
import { singleLid } from "@fabriclab/routing-single-lid";
import { parseOptions, type RoutingRule } from "@fabriclab/spec";
import { linear } from "@fabriclab/tables-linear";
import { fatTree } from "@fabriclab/topology-fat-tree";
import type { EndportIx } from "@fabriclab/units";

const fabric = fatTree.build(parseOptions(fatTree, { ports: 8, levels: 2 }));
const lids = sequential.assign(fabric, parseOptions(sequential, {}));
const routing = singleLid.create({ fabric, lids }, {}) as RoutingRule;
const tables = linear.build(
  { fabric, lids, routing, routingName: "single-lid", groups: [] },
  {},
);
const paths = new Map<number, number>();
for (let s = fabric.switchCount; s < fabric.endportCount; s++)
  for (let d = fabric.switchCount; d < fabric.endportCount; d++) {
    if (s === d) continue;
    const { channels } = walk(fabric, tables, s as EndportIx, d as EndportIx);
    for (const channel of channels.slice(1, -1))
      paths.set(channel, (paths.get(channel) ?? 0) + 1);
  }
console.log(
  `${paths.size} channels between switches, ${[...new Set(paths.values())].join(" or ")} paths on each`,
);
