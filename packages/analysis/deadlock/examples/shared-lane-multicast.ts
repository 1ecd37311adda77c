// XY unicast and OpenSM's multicast trees on a 3x3 mesh: each is free of credit loops, on one virtual lane they close one.
import { sequential } from "@fabriclab/addressing-sequential";
import { creditLoops } from "@fabriclab/analysis-deadlock";
import { xy } from "@fabriclab/routing-xy";
import {
  endportName,
  parseOptions,
  type MulticastGroup,
  type RoutingRule,
} from "@fabriclab/spec";
import { linear } from "@fabriclab/tables-linear";
import { multicastSpanningTree } from "@fabriclab/tables-multicast-spanning-tree";
import { mesh } from "@fabriclab/topology-mesh";
import type { EndportIx, NodeIx } from "@fabriclab/units";

const fabric = mesh.build(parseOptions(mesh, { columns: 3, rows: 3 }));
const lids = sequential.assign(fabric, parseOptions(sequential, {}));
const routing = xy.create(
  { fabric, lids },
  parseOptions(xy, {}),
) as RoutingRule;

const host = (name: string): EndportIx =>
  (fabric.nodeEndport[fabric.findNode(name) as NodeIx] ?? 0) as EndportIx;
const groups: MulticastGroup[] = [
  ["H(0,0)", "H(2,2)"],
  ["H(0,0)", "H(1,2)"],
].map((names, id) => {
  const members = names.map(host);
  return { id, name: names.join(" and "), members, sources: members };
});
const context = { fabric, lids, routing, routingName: "xy", groups };
const tables = {
  ...linear.build(context, parseOptions(linear, {})),
  multicast: multicastSpanningTree.build(
    context,
    parseOptions(multicastSpanningTree, {}),
  ),
};

for (const traffic of ["unicast", "multicast", "both"] as const) {
  const { loops } = creditLoops(fabric, tables, { traffic });
  console.log(`${traffic}: ${loops.length === 0 ? "no loop" : "a loop"}`);
  for (const { cycle, pairs, senders, remedies } of loops) {
    console.log(`  ${cycle.map(({ name }) => name).join("\n  ")}`);
    const [pair] = pairs.examples;
    if (pair !== undefined)
      console.log(
        `  ${pairs.count} pairs, such as ${endportName(fabric, pair.source)} -> ${endportName(fabric, pair.destination)}`,
      );
    for (const { mlid, source } of senders.examples)
      console.log(
        `  and ${endportName(fabric, source)} sending to 0x${mlid.toString(16)}`,
      );
    for (const { text } of remedies) console.log(`  remedy: ${text}`);
  }
}
// The same multicast on SL 1, which hosts put on a VL of its own where there are two.
const apart = creditLoops(
  fabric,
  { ...tables, lanes: 2 },
  { traffic: "both", multicastSl: 1 },
);
console.log(
  `multicast on VL 1: ${apart.loops.length === 0 ? "no loop" : "a loop"}`,
);
