import { countLines } from "./numbers.ts";
import { refusal } from "./refusal.ts";
import type { Row } from "./row.ts";
import type {
  TraceFormat,
  TraceFrameType,
  TraceOrder,
  VideoTraceOptions,
} from "./video-trace.ts";

/** A frame with its type. */
export interface TypedRow extends Row {
  readonly type: TraceFrameType;
}

/**
 * The order of the file: what numbers and times prove, else what the user says. A file of sizes alone is in display order by the definition of its
 * formats.
 *
 * @throws FabricError `E_VIDEO_TRACE_ORDER`
 */
export function orderOf(
  rows: readonly TypedRow[],
  format: TraceFormat,
  { order, file }: VideoTraceOptions,
): TraceOrder {
  const proven = provenOrder(rows, format);
  checkReferences(rows, format, file);
  if (order !== undefined && proven !== undefined && order !== proven.order)
    throw refusal(file, proven.row.line, {
      code: "E_VIDEO_TRACE_ORDER",
      message: "The frames are in another order than said",
      got: `order: ${order}, but ${reason(rows, format, proven)}`,
      expected: `order: ${proven.order}, or none`,
    });
  return proven?.order ?? order ?? "display";
}

/** Whether numbers say when frames are shown; they may also count the lines. */
const areShown = (rows: readonly Row[], format: TraceFormat): boolean =>
  format === "verbose" || (format === "ns3" && !countLines(rows));

/** What tells when a frame is shown: its number or its time; undefined where the format has neither. */
function shownBy(
  rows: readonly Row[],
  format: TraceFormat,
): ((row: Row) => number) | undefined {
  if (areShown(rows, format)) return ({ index }) => index ?? 0;
  return format === "ns3" || format === "evalvid"
    ? ({ seconds }) => seconds ?? 0
    : undefined;
}

/**
 * I and P frames follow each other in any order of a film: only B frames are shown before what was sent before them.
 *
 * @throws FabricError `E_VIDEO_TRACE_ORDER`
 */
function checkReferences(
  rows: readonly TypedRow[],
  format: TraceFormat,
  file: string | undefined,
): void {
  const shown = shownBy(rows, format);
  if (shown === undefined) return;
  let last: TypedRow | undefined;
  for (const row of rows) {
    if (row.type === "B") continue;
    if (last !== undefined && shown(row) < shown(last))
      throw refusal(file, row.line, {
        code: "E_VIDEO_TRACE_ORDER",
        message: "The frames are in no order of a film",
        got: `${areShown(rows, format) ? "number" : "time"} ${shown(row)} of a frame of type ${row.type} after ${shown(last)} in line ${last.line}`,
        expected:
          "I and P frames one after the other, in display order or in coding order",
      });
    last = row;
  }
}

/** An order, and the frame by which it is seen first. */
interface Proof {
  readonly order: TraceOrder;
  readonly row: Row;
  /** The frame before it, where the two together tell. */
  readonly before?: Row;
}

function reason(
  rows: readonly Row[],
  format: TraceFormat,
  { order, row, before }: Proof,
): string {
  if (format === "evalvid") return "EvalVid writes frames as they are sent";
  const numbered = areShown(rows, format);
  if (order === "display" || before === undefined)
    return `${numbered ? "frame numbers" : "times"} never go back although there are B frames, the first in line ${row.line}`;
  const shown = (one: Row): string =>
    numbered ? `${one.index ?? 0}` : `${one.seconds ?? 0} s`;
  return `${numbered ? "number" : "time"} ${shown(row)} of a B frame follows ${shown(before)} in line ${before.line}`;
}

/** Shown numbers or times go back where a B frame follows what it refers to; undefined where nothing tells. */
function provenOrder(
  rows: readonly TypedRow[],
  format: TraceFormat,
): Proof | undefined {
  const [first] = rows;
  if (format === "evalvid")
    return first === undefined ? undefined : { order: "coding", row: first };
  const shown = shownBy(rows, format);
  const firstB = rows.find(({ type }) => type === "B");
  if (shown === undefined || firstB === undefined) return undefined;
  for (const [i, row] of rows.entries()) {
    const before = rows[i - 1];
    if (before !== undefined && shown(row) < shown(before))
      return { order: "coding", row, before };
  }
  return { order: "display", row: firstB };
}

/** Frames in display order as they are sent: an I or P frame before the B frames that are shown before it. */
export function sendingOrder(rows: readonly TypedRow[]): TypedRow[] {
  const sent: TypedRow[] = [];
  let waiting: TypedRow[] = [];
  for (const row of rows) {
    if (row.type === "B") {
      waiting.push(row);
      continue;
    }
    sent.push(row);
    for (const before of waiting) sent.push(before);
    waiting = [];
  }
  // The end of a film that stops within a group: nothing follows that they could refer to.
  return [...sent, ...waiting];
}
