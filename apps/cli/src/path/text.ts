import { type Io, paint } from "../io.ts";
import { columnsOf } from "../table.ts";
import type { PathReport } from "./follow.ts";

const cell = (value: number | null): string =>
  value === null ? "" : String(value);

/** The path as people read it: a line for each node. */
export function pathText(report: PathReport, io: Io): string {
  const { from, to, lid, sl, tables, arrives, what, hops } = report;
  const by =
    sl === null ? `MLID 0x${lid.toString(16)}` : `LID ${lid}, SL ${sl}`;
  return [
    `${paint(io, "bold", `${from} -> ${to}`)}, ${tables}: ${by}`,
    "",
    columnsOf(
      hops.map((hop) => [cell(hop.in), hop.node, cell(hop.out), cell(hop.vl)]),
      {
        head: ["in", "node", "out", "VL"],
        align: ["right", "left", "right", "right"],
        columns: io.columns,
      },
    ),
    "",
    arrives ? what : paint(io, "red", what),
    "",
  ].join("\n");
}
