// The table of vertex a in Figure 5(c) of kim2007, and what either look-up does to random networks of its size.
import { pathBits } from "@fabriclab/addressing-path-bits";
import { multipath } from "@fabriclab/routing-multipath";
import {
  parseOptions,
  type Fabric,
  type ForwardingTables,
  type RoutingRule,
} from "@fabriclab/spec";
import { pathBitTable } from "@fabriclab/tables-path-bit-table";
import { kimFigure4a } from "@fabriclab/testing-fabrics";
import { irregular } from "@fabriclab/topology-irregular";
import type { SwitchIx } from "@fabriclab/units";

function tablesOf(
  fabric: Fabric,
  routingOptions: object,
  tablesOptions: object,
): ForwardingTables {
  const wide = parseOptions(pathBits, { mode: "wide" });
  const lids = pathBits.assign(fabric, wide);
  const routing = multipath.create(
    { fabric, lids },
    parseOptions(multipath, routingOptions),
  ) as RoutingRule;
  return pathBitTable.build(
    { fabric, lids, routing, routingName: "multipath", groups: [] },
    parseOptions(pathBitTable, tablesOptions),
  );
}

const figure = tablesOf(kimFigure4a(), { root: "b" }, {}).report?.();
for (const row of figure?.switchTable?.(0 as SwitchIx).rows ?? [])
  console.log(row.join("  ").trimEnd());

for (const seed of [1, 2, 3]) {
  const fabric = irregular.build(
    parseOptions(irregular, { switches: 15, links: 23, seed }),
  );
  for (const lookup of ["specific", "shortest"]) {
    const share = tablesOf(fabric, {}, { lookup })
      .report?.()
      .tables[0]?.rows.find(([name]) => String(name).includes("share"))?.[1];
    console.log(`15/23, seed ${seed}, ${lookup}: ${share} would go astray`);
  }
}
