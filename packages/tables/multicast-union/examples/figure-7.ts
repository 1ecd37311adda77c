// Figure 7 of zhou2007: P(000) to P(200), P(201), P(210), P(211); then what a group of everybody costs in MLIDs.
import { multipleLid } from "@fabriclab/addressing-multiple-lid";
import { cyclic } from "@fabriclab/routing-cyclic";
import {
  parseOptions,
  type MulticastGroup,
  type RoutingRule,
} from "@fabriclab/spec";
import { multicastUnion } from "@fabriclab/tables-multicast-union";
import { fatTree } from "@fabriclab/topology-fat-tree";
import type { EndportIx } from "@fabriclab/units";

const fabric = fatTree.build(parseOptions(fatTree, { ports: 4, levels: 3 }));
const lids = multipleLid.assign(fabric, parseOptions(multipleLid, {}));
const routing = cyclic.create({ fabric, lids }, {}) as RoutingRule;
const host = (name: string): EndportIx =>
  (fabric.nodeEndport[fabric.findNode(name) ?? 0] ?? 0) as EndportIx;
const build = (group: MulticastGroup, plan: string) =>
  multicastUnion.build(
    { fabric, lids, routing, routingName: "cyclic", groups: [group] },
    parseOptions(multicastUnion, { plan }),
  );

const members = ["P(200)", "P(201)", "P(210)", "P(211)"].map(host);
const { masks } = build(
  { id: 0, name: "Fig. 7", members, sources: [host("P(000)")] },
  "perSource",
);
for (const [sw, mask] of masks.entries()) {
  const ports = [1, 2, 3, 4].filter((num) => (mask & (1 << num)) !== 0);
  if (ports.length > 0)
    console.log(`${fabric.nodeName[sw]}: ports ${ports.join(", ")}`);
}

const all = Array.from(
  { length: fabric.hostCount },
  (_, i) => (fabric.switchCount + i) as EndportIx,
);
for (const plan of ["perSource", "shared"]) {
  const { mlidCount } = build(
    { id: 0, name: "all", members: all, sources: all },
    plan,
  );
  console.log(`everybody to everybody, ${plan}: ${mlidCount} MLIDs`);
}
