import type { TaskFailure } from "@fabriclab/experiment-executor-local";
import type { Io } from "../io.ts";
import { reasonText } from "../naming/reason.ts";
import { refusalTable } from "../naming/refusal-table.ts";
import { labelOf } from "./compare.ts";
import type { CompareReport } from "./report.ts";
import type { Row } from "./row.ts";

/** Where a hint names `--set`. */
const SET_HERE =
  "compare takes --set, too: --set KEY=VALUE for every routing that has the parameter, --set ROUTING:KEY=VALUE for one";

/** Where a reason stands that is shorter than it is. */
const IN_FULL =
  ", with the place and what would be accepted: rows in --json, or in compare.json of -o";

/** The routings that were not accepted, one a line, with what would let some of them in below. */
export const refusedText = (
  rows: readonly Row[],
  { fabric }: Pick<CompareReport, "fabric">,
  io: Pick<Io, "columns">,
): string[] => [
  ...refusalTable(
    rows.map((row) => ({
      routing: labelOf(row),
      status: row.status,
      reason: row.reason,
      otherwise: reason(row, fabric.name),
      // A reader need not know why a mesh's routing refuses a tree.
      isOfInterest: row.opensm !== null,
      hint: hintLine(row),
    })),
    fabric.name,
    io,
    IN_FULL,
  ),
  ...(rows.some(({ reason }) => wayIn(reason)?.includes("--set") === true)
    ? [SET_HERE]
    : []),
];

/** Why a routing was not accepted: all of it. */
export function reason({ status, reason }: Row, fabric: string): string {
  if (reason === null) return status === "stopped" ? "not tried" : "";
  const hint = wayIn(reason);
  return `${reasonText(reason, fabric)}${hint === undefined ? "" : `; hint: ${hint}`}`;
}

/** Of the engine, whatever its lists: these make no other hint. */
function hintLine({ engine, reason }: Row): string | undefined {
  const hint = wayIn(reason);
  return hint === undefined ? undefined : `hint for ${engine}: ${hint}`;
}

/** How a routing could be let in after all. Not of a fabric that it does not serve: what compares them need not read of each which other to take. */
function wayIn(reason: TaskFailure | null): string | undefined {
  const { code = "", hint } = reason ?? {};
  return code.endsWith("_UNSUPPORTED_FABRIC") ? undefined : hint;
}
