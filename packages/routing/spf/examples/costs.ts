// Figure 4(a) of kim2007: ports of every switch by hops, and when the link between a and c is three times as dear.
import { sequential } from "@fabriclab/addressing-sequential";
import { spf } from "@fabriclab/routing-spf";
import { parseOptions, type RoutingRule } from "@fabriclab/spec";
import { linear } from "@fabriclab/tables-linear";
import { kimFigure4a } from "@fabriclab/testing-fabrics";

const fabric = kimFigure4a();
const lids = sequential.assign(fabric, parseOptions(sequential, {}));

for (const costs of [{}, { "a:2": 3 }]) {
  const options = parseOptions(spf, { costs });
  const routing = spf.create({ fabric, lids }, options) as RoutingRule;
  const { lft } = linear.build(
    { fabric, lids, routing, routingName: "spf", groups: [] },
    parseOptions(linear, {}),
  );
  console.log(`costs ${JSON.stringify(costs)}`);
  for (const [sw, table] of lft.entries()) {
    const row = ["A", "B", "C", "D"].map((host) => {
      const endport = fabric.nodeEndport[fabric.findNode(host) ?? -1] ?? -1;
      return `${host} by ${table[lids.baseLid[endport] ?? 0]}`;
    });
    console.log(`  ${fabric.nodeName[sw]}: ${row.join(", ")}`);
  }
}
