import type { TaskFailure } from "@fabriclab/experiment-executor-local";
import type { Io } from "../io.ts";
import { columnsOf } from "../table.ts";
import { reasonText, shorterReasons } from "./reason.ts";

/** A routing that was not accepted, for readers. */
export interface RefusedRow {
  readonly routing: string;
  /** What became of it, or where: `refused`. */
  readonly status: string;
  /** Null where there is none, as of what was not tried; `otherwise` is said then. */
  readonly reason: TaskFailure | null;
  readonly otherwise?: string;
  /** Whether what was found is of interest, and not only that the fabric is not of its kind. */
  readonly isOfInterest: boolean;
  /** The line that says how it would be let in, where that is to be said. */
  readonly hint: string | undefined;
}

/**
 * Why routings were not accepted, in a line each, as much of the reason as the line holds; below, where the reasons stand in full, and the hints, each once.
 *
 * @param fabric its name, which is left out
 * @param inFull says where all of a reason stands
 */
export function refusalTable(
  rows: readonly RefusedRow[],
  fabric: string,
  { columns }: Pick<Io, "columns">,
  inFull: string,
): string[] {
  const before = (column: "routing" | "status"): number =>
    Math.max(...rows.map((row) => row[column].length)) + 2;
  const room = columns - before("routing") - before("status");
  const shown = rows.map((row) => shortReason(row, fabric, room));
  const isShorter = rows.some(
    ({ reason }, i) =>
      reason !== null && reasonText(reason, fabric) !== shown[i],
  );
  const below = [
    ...(isShorter
      ? [`in full${inFull}; fabriclab explain CODE says more`]
      : []),
    ...new Set(rows.flatMap(({ hint }) => (hint === undefined ? [] : [hint]))),
  ];
  return [
    columnsOf(
      rows.map(({ routing, status }, i) => [routing, status, shown[i] ?? ""]),
      { columns },
    ),
    ...(below.length === 0 ? [] : ["", ...below]),
  ];
}

/** @param room characters */
function shortReason(
  { reason, isOfInterest, otherwise = "" }: RefusedRow,
  fabric: string,
  room: number,
): string {
  if (reason === null) return otherwise;
  const texts = shorterReasons(reason, fabric);
  const least = texts.at(-1) ?? "";
  return isOfInterest
    ? (texts.find(({ length }) => length <= room) ?? least)
    : least;
}
