import { sequential } from "@fabriclab/addressing-sequential";
import { singleLid } from "@fabriclab/routing-single-lid";
import {
  parseOptions,
  type Fabric,
  type ForwardingTables,
  type RoutingRule,
} from "@fabriclab/spec";
import { linear } from "@fabriclab/tables-linear";
import { fatTree } from "@fabriclab/topology-fat-tree";

/** A fat tree with tables of one LID a host. */
export function dModK(
  ports: number,
  levels: number,
): { readonly fabric: Fabric; readonly tables: ForwardingTables } {
  const fabric = fatTree.build(parseOptions(fatTree, { ports, levels }));
  const lids = sequential.assign(fabric, parseOptions(sequential, {}));
  const routing = singleLid.create({ fabric, lids }, {}) as RoutingRule;
  return {
    fabric,
    tables: linear.build(
      { fabric, lids, groups: [], routing, routingName: singleLid.name },
      parseOptions(linear, {}),
    ),
  };
}
