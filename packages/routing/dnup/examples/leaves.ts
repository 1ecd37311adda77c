// A chain a-s-m-u-b with hosts at a, m and b: dnup does not cross m, whose hosts are reached all the same.
import { opensm } from "@fabriclab/addressing-opensm";
import { FabricBuilder } from "@fabriclab/fabric";
import { walk } from "@fabriclab/paths";
import { dnup } from "@fabriclab/routing-dnup";
import { parseOptions, type RoutingEngine } from "@fabriclab/spec";
import type { EndportIx } from "@fabriclab/units";

const builder = new FabricBuilder("chain");
const nodes = ["a", "s", "m", "u", "b"].map((name) =>
  builder.addSwitch(name, 3),
);
for (const [i, node] of nodes.entries()) {
  const next = nodes[i + 1];
  if (next !== undefined) builder.connect(node, 2, next, 1);
  if (i % 2 === 0)
    builder.connect(node, 3, builder.addHost("AsMuB".charAt(i)), 1);
}
const fabric = builder.build();
const lids = opensm.assign(fabric, parseOptions(opensm, {}));
const tables = (
  dnup.create({ fabric, lids }, parseOptions(dnup, {})) as RoutingEngine
).tables();
const host = (name: string): EndportIx =>
  (fabric.nodeEndport[fabric.findNode(name) ?? 0] ?? 0) as EndportIx;
for (const [from, to] of [
  ["A", "M"],
  ["M", "B"],
  ["A", "B"],
] as const) {
  const { end, switches } = walk(fabric, tables, host(from), host(to));
  const names = switches.map((sw) => fabric.nodeName[sw]).join("-");
  console.log(`${from} to ${to}: ${names}, ${end}`);
}
