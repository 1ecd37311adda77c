// The four bandwidth policies of kim2007 for multicast to four receivers: the high-priority table, as OpenSM's options write it.
import { sequential } from "@fabriclab/addressing-sequential";
import { spf } from "@fabriclab/routing-spf";
import { parseOptions, type RoutingRule } from "@fabriclab/spec";
import { classLanes } from "@fabriclab/tables-service-lanes";
import { fig6like } from "@fabriclab/topology-irregular";

const fabric = fig6like.build(parseOptions(fig6like, {}));
const lids = sequential.assign(fabric, parseOptions(sequential, {}));
const options = parseOptions(spf, {});
const routing = spf.create({ fabric, lids }, options) as RoutingRule;
const context = { fabric, lids, routing, routingName: "spf", groups: [] };

for (const policy of ["shared", "equal", "linear", "logarithmic"] as const) {
  const { vlArb } = classLanes.build(
    context,
    parseOptions(classLanes, {
      policy,
      receivers: 4,
      realTimeSl: "0-3",
      realTimeVl: "0-3",
      multicastSl: "4-5",
      multicastVl: policy === "shared" ? "" : "4-5",
    }),
  );
  const high = vlArb?.high.map(({ vl, weight }) => `${vl}:${weight}`);
  console.log(`${policy.padEnd(12)}${high?.join(",")}`);
}
