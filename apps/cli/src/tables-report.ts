import {
  endportName,
  FabricError,
  nearest,
  type Fabric,
  type ForwardingTables,
  type ReportTable,
  type TablesReport,
} from "@fabriclab/spec";
import { NO_PORT, type EndportIx, type SwitchIx } from "@fabriclab/units";
import { findPlugin, parseOverride } from "@fabriclab/formats-scenario";
import { computeTables, tablePartsOf } from "./computed-tables.ts";
import type { TableFlags } from "./table-flags.ts";
import type { Context } from "./context.ts";
import { columnsOf } from "./table.ts";

/** What there is to tell of tables, and the tables of the switches that the user wants to see. */
export interface ToldTables extends TablesReport {
  readonly switchTable: (at: SwitchIx) => ReportTable;
  readonly shown: readonly ReportTable[];
  /** Whether the builder itself has tables to show; notes alone fill no file. */
  readonly own: boolean;
}

/**
 * The report of the tables' builder; tables of single switches also where it has none.
 *
 * @param show names of switches
 * @param beside tables of other routings over the same LIDs
 * @throws FabricError `E_CLI_NO_SUCH_SWITCH`
 */
export function tellTables(
  fabric: Fabric,
  tables: ForwardingTables,
  show: readonly string[],
  beside: readonly ForwardingTables[],
): ToldTables {
  const report = tables.report?.(beside);
  const switchTable = (at: SwitchIx): ReportTable =>
    report?.switchTable?.(at) ?? linearTable(fabric, tables, at, beside);
  return {
    tables: report?.tables ?? [],
    notes: report?.notes ?? [],
    switchTable,
    shown: show.map((name) => switchTable(switchNamed(fabric, name))),
    own: (report?.tables.length ?? 0) > 0,
  };
}

/**
 * Tables of other routings with the LIDs of these, for marks in a report.
 *
 * @param marks `name`, or `name:key=value,key=value` with parameters of the routing
 * @throws FabricError `E_CLI_UNKNOWN_PLUGIN`, what the plugins refuse
 */
export function markedTables(
  context: Context,
  fabric: Fabric,
  tables: ForwardingTables,
  marks: readonly string[],
  flags: TableFlags,
): ForwardingTables[] {
  return marks.map((mark) => {
    try {
      return markedTable(context, fabric, tables, mark, flags);
    } catch (error) {
      // Why: the parts name the flags of the tables themselves, such as --routing, which are right.
      throw FabricError.is(error)
        ? error.placed({ path: `--mark ${mark}` })
        : error;
    }
  });
}

function markedTable(
  context: Context,
  fabric: Fabric,
  tables: ForwardingTables,
  mark: string,
  flags: TableFlags,
): ForwardingTables {
  const colon = mark.indexOf(":");
  const routing = colon < 0 ? mark : mark.slice(0, colon);
  findPlugin(
    context.registry,
    "routing",
    routing,
    { path: "--mark" },
    "E_CLI_UNKNOWN_PLUGIN",
  );
  const written = colon < 0 ? [] : mark.slice(colon + 1).split(",");
  const set = written.map((one) => {
    // Refused here, in the words of the flag, if it is no key=value.
    parseOverride(one, "--mark");
    return `routing.${one}`;
  });
  const given: TableFlags = {
    fabric: flags.fabric,
    routing,
    tables: "linear",
    multicast: flags.multicast,
    lids: "keep",
    set,
  };
  const parts = tablePartsOf(context, given);
  return computeTables(fabric, parts, [], given, tables.lids);
}

/** The linear table of a switch, for the hosts of other switches: by base LID, and the ports of other routings beside. */
function linearTable(
  fabric: Fabric,
  tables: ForwardingTables,
  at: SwitchIx,
  beside: readonly ForwardingTables[],
): ReportTable {
  const rows: (string | number)[][] = [];
  for (let i = fabric.switchCount; i < fabric.endportCount; i++) {
    const host = i as EndportIx;
    const lid = tables.lids.baseLid[host] ?? 0;
    if (lid === 0 || fabric.attachment(host)?.sw === at) continue;
    const port = tables.lft[at]?.[lid] ?? NO_PORT;
    const first = fabric.portStart[at] ?? 0;
    const peer = port === NO_PORT ? -1 : fabric.portPeer[first + port - 1];
    rows.push([
      endportName(fabric, host),
      lid,
      port === NO_PORT ? "none" : port,
      fabric.nodeName[fabric.portNode[peer ?? -1] ?? -1] ?? "",
      ...beside.map(({ lft }) => {
        const other = lft[at]?.[lid] ?? NO_PORT;
        return other === NO_PORT ? "none" : other;
      }),
    ]);
  }
  const name = fabric.nodeName[at] ?? String(at);
  return {
    name: `table-of-${name}`,
    title: `Table of switch ${name} for hosts of other switches`,
    columns: [
      "destination",
      "base LID",
      "port",
      "to",
      ...beside.map(({ engine }) => `port by ${engine}`),
    ],
    rows,
  };
}

function switchNamed(fabric: Fabric, name: string): SwitchIx {
  const names = fabric.nodeName.slice(0, fabric.switchCount);
  const at = names.indexOf(name);
  if (at >= 0) return at as SwitchIx;
  const close = nearest(name, names);
  throw new FabricError({
    code: "E_CLI_NO_SUCH_SWITCH",
    message: "The fabric has no switch of this name.",
    where: { path: "--show" },
    got: name,
    expected: `the name of a switch (${names.length} in all), such as ${names.slice(0, 3).join(", ")}`,
    ...(close === undefined ? {} : { hint: `did you mean ${close}?` }),
  });
}

/** A table as text: its title, then columns; numbers to the right. */
export function tableText(table: ReportTable, columns?: number): string {
  const { title, columns: head, rows } = table;
  const body =
    rows.length === 0
      ? "(none)"
      : columnsOf(
          rows.map((row) => row.map(String)),
          {
            head,
            align: head.map((_, i) =>
              rows.some((row) => typeof row[i] === "number") ? "right" : "left",
            ),
            ...(columns === undefined ? {} : { columns }),
          },
        );
  return `${title}\n\n${body}\n`;
}

/** Files of a report: as text with the tables of all switches, as JSON without them. */
export function reportFiles(
  fabric: Fabric,
  told: ToldTables,
): Map<string, Iterable<string>> {
  if (!told.own) return new Map();
  const { notes, tables } = told;
  return new Map<string, Iterable<string>>([
    [
      "report.txt",
      (function* () {
        for (const note of notes) yield `Note: ${note}\n\n`;
        for (const table of tables) yield `${tableText(table)}\n`;
        for (let sw = 0; sw < fabric.switchCount; sw++)
          yield `${tableText(told.switchTable(sw as SwitchIx))}\n`;
      })(),
    ],
    ["report.json", [`${JSON.stringify({ notes, tables })}\n`]],
  ]);
}
