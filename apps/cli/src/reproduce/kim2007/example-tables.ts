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
/** Columns of a reported table that mark the entries of SPF and of Up/Down. */
const SPF_MARK = 4;
const UP_DOWN_MARK = 5;

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

const GRAPH = `the graph ${CABLES.join(", ")}`;

/** Figures 5a and 5b: the table of vertex a by a routing of one path. */
function plainTable(letter: string, what: string, mark: number): ReportTable {
  return {
    caption: `Figure 5${letter}, forwarding table of vertex a of ${GRAPH}: ${what}.`,
    columns: ["Destination", "Output port"],
    rows: rowsAt(0)
      .filter((row) => row[mark] === "x")
      .map(([destination, , port]) => [destination!, port!]),
  };
}

/** Rows of a vertex: destination as the paper names it, path bits, port, next vertex, entry of SPF, entry of Up/Down. Ports are names: a number would be printed as a measurement, 1.00. */
function rowsAt(at: number): string[][] {
  const { tables, upDown } = exampleForwarding();
  const table = tables.report?.([upDown])?.switchTable?.(at as SwitchIx);
  return (table?.rows ?? []).map(([host, ...rest]) => [
    String(host).replace(/^h/, ""),
    ...rest.map(String),
  ]);
}

/** Figure 5: the three tables of vertex a as the paper has them, then those of the other vertices in the form of Figure 5c. */
export function exampleTables(): ReportTable[] {
  return [
    plainTable("a", "SPF", SPF_MARK),
    plainTable("b", "Up/Down, tree with root b", UP_DOWN_MARK),
    ...NAMES.map((name, at) => ({
      caption: `${at === 0 ? "Figure 5c" : "In the form of Figure 5c"}, multipath forwarding table of vertex ${name} of ${GRAPH}: bit 1 is the cycle acba, bit 2 cdbc; a flag marks the entry that a routing of one path takes.`,
      columns: [
        "DLID (destination and path bits)",
        "Output port",
        "leads to",
        "SPF flag",
        "Up/Down flag",
      ],
      rows: rowsAt(at).map(([destination, bits, ...rest]) => [
        `${destination}${bits}`,
        ...rest,
      ]),
    })),
  ];
}
