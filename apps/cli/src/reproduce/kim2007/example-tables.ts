import { pathBits } from "@fabriclab/addressing-path-bits";
import type { ReportTable } from "@fabriclab/experiment-report";
import { FabricBuilder } from "@fabriclab/fabric";
import { multipath } from "@fabriclab/routing-multipath";
import { updown } from "@fabriclab/routing-updown";
import {
  parseOptions,
  type Fabric,
  type ForwardingTables,
  type RoutingRule,
} from "@fabriclab/spec";
import { linear } from "@fabriclab/tables-linear";
import { pathBitTable } from "@fabriclab/tables-path-bit-table";
import type { SwitchIx } from "@fabriclab/units";

/** The graph of the paper's Figures 4 and 5: the order of the cables gives the ports, so that port 1 of a leads to b and port 2 to c. */
const CABLES = ["ab", "ac", "bc", "bd", "cd"] as const;
const NAMES = ["a", "b", "c", "d"] as const;

export function exampleFabric(): Fabric {
  const builder = new FabricBuilder("figure 4a");
  const taken = new Map<string, number>();
  const nodes = new Map(
    NAMES.map((name) => {
      const links = CABLES.filter((cable) => cable.includes(name)).length;
      return [name, builder.addSwitch(name, links + 1)] as const;
    }),
  );
  const next = (name: string) => {
    const port = (taken.get(name) ?? 0) + 1;
    taken.set(name, port);
    return [nodes.get(name as (typeof NAMES)[number])!, port] as const;
  };
  for (const [from, to] of CABLES)
    builder.connect(...next(from!), ...next(to!));
  for (const name of NAMES)
    builder.connect(builder.addHost(`h${name}`), 1, ...next(name));
  return builder.build();
}

/** The tables of Figure 5: several paths by bits, with the entries of SPF and of tree Up/Down below b marked. */
export function exampleForwarding(): {
  readonly tables: ForwardingTables;
  readonly upDown: ForwardingTables;
} {
  const fabric = exampleFabric();
  const lids = pathBits.assign(
    fabric,
    parseOptions(pathBits, { mode: "wide" }),
  );
  const base = { fabric, lids, groups: [] };
  const paths = multipath.create(
    base,
    parseOptions(multipath, { root: "b" }),
  ) as RoutingRule;
  const tree = updown.create(
    base,
    parseOptions(updown, { mode: "tree", root: "b" }),
  ) as RoutingRule;
  return {
    tables: pathBitTable.build(
      { ...base, routing: paths, routingName: "multipath" },
      parseOptions(pathBitTable, {}),
    ),
    upDown: linear.build(
      { ...base, routing: tree, routingName: "up/down" },
      parseOptions(linear, {}),
    ),
  };
}

/** A table for each switch of Figure 5. */
export function exampleTables(): ReportTable[] {
  const { tables, upDown } = exampleForwarding();
  const told = tables.report?.([upDown]);
  return NAMES.flatMap((name, at) => {
    const table = told?.switchTable?.(at as SwitchIx);
    return table === undefined
      ? []
      : [
          {
            caption: `Figure 5, forwarding table of switch ${name} of the graph ${CABLES.join(", ")}: bit 1 is the cycle acba, bit 2 cdbc. “default” marks the entry that SPF takes, “up/down” that of the tree below b; “none” is an entry that no path bits lead to.`,
            columns: table.columns,
            // Ports are names: a number would be printed as a measurement, 1.00.
            rows: table.rows.map((row) => row.map(String)),
          },
        ];
  });
}
