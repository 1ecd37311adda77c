import { refusal } from "./refusal.ts";
import type { Row } from "./row.ts";
import type { TraceFormat, VideoTraceOptions } from "./video-trace.ts";

/** Whether each frame's number is one more than that of the line above. */
export const countLines = (rows: readonly Row[]): boolean =>
  rows.every(
    (row, i) => i === 0 || row.index === (rows[i - 1]?.index ?? 0) + 1,
  );

/**
 * Every number from the lowest to the highest once: a trace with holes would play a film with cuts. In the order of ns-3 and EvalVid one after the
 * other; ns-3's may also say when a frame is shown, as in the verbose traces that they are made from, if the times do not contradict them.
 *
 * @throws FabricError `E_VIDEO_TRACE_GAP`, `E_VIDEO_TRACE_ORDER`
 */
export function checkNumbers(
  rows: readonly Row[],
  format: TraceFormat,
  { file, order }: VideoTraceOptions,
): void {
  const [first] = rows;
  if (first?.index === undefined) return;
  const gap = (line: number | undefined, message: string, got: string) =>
    refusal(file, line, {
      code: "E_VIDEO_TRACE_GAP",
      message,
      got,
      expected:
        "every frame number once, from the first to the last without a gap",
    });
  const lineOf = new Map<number, number>();
  for (const { index = 0, line } of rows) {
    const twin = lineOf.get(index);
    if (twin !== undefined)
      throw gap(
        line,
        "A frame is in the file twice",
        `number ${index} again, first in line ${twin}`,
      );
    lineOf.set(index, line);
  }
  const back = steps(rows).find(([before, after]) => after < before);
  const lowest = rows.reduce(
    (least, { index = 0 }) => Math.min(least, index),
    Infinity,
  );
  for (let index = lowest; index < lowest + rows.length; index++) {
    if (lineOf.has(index)) continue;
    const hole = steps(rows).find(([before, after]) => after > before + 1);
    if (back === undefined && hole !== undefined)
      throw gap(
        hole[2].line,
        "Frames are missing",
        `number ${hole[1]} after ${hole[0]}`,
      );
    throw gap(
      undefined,
      "A frame is missing",
      `no number ${index} among ${rows.length} frames from ${lowest}`,
    );
  }
  if (back === undefined || format === "verbose") return;
  const [before, after, { line }] = back;
  const got = `number ${after} after ${before}`;
  if (format === "evalvid")
    throw refusal(file, line, {
      code: "E_VIDEO_TRACE_ORDER",
      message: "The numbers go back, and no frame is missing",
      got,
      expected:
        "numbers that rise by one: EvalVid numbers frames as they are sent",
      hint: "number the lines anew if they stand as the frames are sent, else sort them by their numbers",
    });
  const late = timesGoBack(rows);
  if (late === undefined || order === "coding") return;
  throw refusal(file, line, {
    code: "E_VIDEO_TRACE_ORDER",
    message: "Numbers and times tell two orders, and no frame is missing",
    got: `${got}, as in coding order, but number ${late.index} (line ${late.line}) has an earlier time than the number before it`,
    expected:
      "times that rise with the numbers, or numbers that count the lines: then the times tell the order",
    hint: "give order: coding if the frames stand as they are sent, each behind those that it refers to",
  });
}

/** Numbers of neighbouring lines, with the second's row. */
const steps = (rows: readonly Row[]): [number, number, Row][] =>
  rows.slice(1).map((row, i) => [rows[i]?.index ?? 0, row.index ?? 0, row]);

/** The first frame, in the order of the numbers, that has an earlier time than the one before. */
function timesGoBack(rows: readonly Row[]): Row | undefined {
  const sorted = rows.toSorted((a, b) => (a.index ?? 0) - (b.index ?? 0));
  return sorted.find(
    ({ seconds = 0 }, i) => seconds < (sorted[i - 1]?.seconds ?? -Infinity),
  );
}
