// kim2007's setting: 15 nodes, three groups of four, everybody may send. MLIDs, and entries of every switch's multicast table.
import { sequential } from "@fabriclab/addressing-sequential";
import { spf } from "@fabriclab/routing-spf";
import { parseOptions, type RoutingRule } from "@fabriclab/spec";
import { multicastSourceTree } from "@fabriclab/tables-multicast-source-tree";
import { fig6like } from "@fabriclab/topology-irregular";
import type { EndportIx } from "@fabriclab/units";

const fabric = fig6like.build(parseOptions(fig6like, {}));
const lids = sequential.assign(fabric, parseOptions(sequential, {}));
const options = parseOptions(spf, {});
const routing = spf.create({ fabric, lids }, options) as RoutingRule;
const hosts = Array.from(
  { length: fabric.hostCount },
  (_, i) => (fabric.switchCount + i) as EndportIx,
);
const groups = [0, 5, 10].map((first, id) => ({
  id,
  name: `H${first} to H${first + 3}`,
  members: hosts.slice(first, first + 4),
  sources: hosts,
}));
const { mlidCount, masks, words } = multicastSourceTree.build(
  { fabric, lids, routing, routingName: "spf", groups },
  parseOptions(multicastSourceTree, {}),
);
console.log(`${mlidCount} MLIDs`);
for (let sw = 0; sw < fabric.switchCount; sw++) {
  const entries = masks.subarray(
    sw * mlidCount * words,
    (sw + 1) * mlidCount * words,
  );
  console.log(
    `${fabric.nodeName[sw]}: ${entries.filter((mask) => mask !== 0).length} entries`,
  );
}
