import type { TaskFailure } from "@fabriclab/experiment-executor-local";
import type { Io } from "../io.ts";
import { reasonText, shorterReasons } from "../naming/reason.ts";
import { columnsOf } from "../table.ts";
import { labelOf } from "./compare.ts";
import { OPENSM_ENGINES } from "./opensm-engines.ts";
import type { CompareReport } from "./report.ts";
import type { Row } from "./row.ts";

/** Where a hint names `--set`. */
const SET_HERE =
  "compare takes --set, too: --set KEY=VALUE for every routing that has the parameter, --set ROUTING:KEY=VALUE for one";

/** Where a reason stands shorter than it is. */
const IN_FULL =
  "in full, with the place and what would be accepted: rows in --json, or in compare.json of -o; fabriclab explain CODE says more";

/** The routings that were not accepted, one a line, with what would let some of them in below. */
export function refusedText(
  rows: readonly Row[],
  { fabric }: Pick<CompareReport, "fabric">,
  io: Pick<Io, "columns">,
): string[] {
  const before = (column: (row: Row) => string): number =>
    Math.max(...rows.map((row) => column(row).length)) + 2;
  const room = io.columns - before(labelOf) - before(({ status }) => status);
  const shown = rows.map((row) => shortReason(row, fabric.name, room));
  const hints = rows.flatMap((row) => {
    const hint = wayIn(row.reason);
    return hint === undefined ? [] : [`hint for ${row.engine}: ${hint}`];
  });
  const below = [
    ...(rows.some(({ reason }, i) => isShorter(reason, fabric.name, shown[i]))
      ? [IN_FULL]
      : []),
    // The same engine with other lists is let in by the same.
    ...new Set(hints),
    ...(hints.some((hint) => hint.includes("--set")) ? [SET_HERE] : []),
  ];
  return [
    columnsOf(
      rows.map((row, i) => [labelOf(row), row.status, shown[i] ?? ""]),
      { columns: io.columns },
    ),
    ...(below.length === 0 ? [] : ["", ...below]),
  ];
}

/** Why a routing was not accepted: all of it. */
export function reason({ status, reason }: Row, fabric: string): string {
  if (reason === null) return status === "stopped" ? "not tried" : "";
  const hint = wayIn(reason);
  return `${reasonText(reason, fabric)}${hint === undefined ? "" : `; hint: ${hint}`}`;
}

/**
 * As much of a reason as one line holds; what was found only of engines that OpenSM has, for a reader need not know why a mesh's routing refuses a tree.
 *
 * @param room characters
 */
function shortReason(row: Row, fabric: string, room: number): string {
  if (row.reason === null) return reason(row, fabric);
  const texts = shorterReasons(row.reason, fabric);
  const least = texts.at(-1) ?? "";
  return row.engine in OPENSM_ENGINES
    ? (texts.find(({ length }) => length <= room) ?? least)
    : least;
}

const isShorter = (
  reason: TaskFailure | null,
  fabric: string,
  shown: string | undefined,
): boolean => reason !== null && reasonText(reason, fabric) !== shown;

/** How a routing could be let in after all. Not of a fabric that it does not serve: what compares them need not read of each which other to take. */
function wayIn(reason: TaskFailure | null): string | undefined {
  const { code = "", hint } = reason ?? {};
  return code.endsWith("_UNSUPPORTED_FABRIC") ? undefined : hint;
}
