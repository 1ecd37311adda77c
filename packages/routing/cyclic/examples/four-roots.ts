// Figures 5 and 6 of zhou2007: four sources reach P(200) by four LIDs over four roots; one source climbs one chain to whomever it sends.
import { multipleLid } from "@fabriclab/addressing-multiple-lid";
import { walk } from "@fabriclab/paths";
import { cyclic } from "@fabriclab/routing-cyclic";
import { parseOptions, type RoutingRule } from "@fabriclab/spec";
import { linear } from "@fabriclab/tables-linear";
import { fatTree } from "@fabriclab/topology-fat-tree";
import type { EndportIx } from "@fabriclab/units";

const fabric = fatTree.build(parseOptions(fatTree, { ports: 4, levels: 3 }));
const lids = multipleLid.assign(
  fabric,
  parseOptions(multipleLid, { variant: "paper" }),
);
const routing = cyclic.create({ fabric, lids }, {}) as RoutingRule;
const tables = linear.build(
  { fabric, lids, routing, routingName: "cyclic", groups: [] },
  {},
);

const host = (name: string): EndportIx =>
  (fabric.nodeEndport[fabric.findNode(name) ?? 0] ?? 0) as EndportIx;
function show(from: string, to: string): void {
  const { switches } = walk(fabric, tables, host(from), host(to));
  const names = switches.map((sw) => fabric.nodeName[sw]);
  const lid = tables.pathLid(host(from), host(to));
  console.log(`${from} to ${to} by LID ${lid}: ${names.join(" ")}`);
}
for (const from of ["P(000)", "P(001)", "P(010)", "P(011)"])
  show(from, "P(200)");
for (const to of ["P(201)", "P(210)", "P(211)"]) show("P(000)", to);
