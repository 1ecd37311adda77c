import { many } from "@fabriclab/spec";
import type { TypedRow } from "./order.ts";
import { refusal } from "./refusal.ts";
import type { Row } from "./row.ts";
import type { TraceFrameType, VideoTraceOptions } from "./video-trace.ts";

/** Groups of pictures that must be there before their means say anything. */
const ENOUGH_GROUPS = 3;

/**
 * Frames with their types: the file's, or those of a group of pictures that the user names. Header lines are added to the frame that follows. A file
 * whose types have no I frame needs `gop: none`.
 *
 * @throws FabricError `E_VIDEO_TRACE_TYPES`
 */
export function typed(
  rows: readonly Row[],
  { gop, file }: VideoTraceOptions,
): TypedRow[] {
  const has = rows[0]?.type !== undefined;
  if (has && !rows.some(({ type }) => type === "I")) {
    if (gop !== "none") throw withoutI(rows, file);
    return withoutHeaders(rows).map((row) => ({ ...row, type: "I" }));
  }
  if (has && gop !== undefined)
    throw refusal(file, undefined, {
      code: "E_VIDEO_TRACE_TYPES",
      message: "The file has the types of its frames",
      got: `gop: ${gop}`,
      expected: "no gop",
    });
  if (has) return withoutHeaders(rows);
  if (gop === undefined)
    throw refusal(file, undefined, {
      code: "E_VIDEO_TRACE_TYPES",
      message: "The file does not say which frames are I, P and B",
      got: "sizes without types",
      expected: "gop: a pattern in display order, or gop: none",
      hint: "MPEG-1 traces of 25 frames a second often have IBBPBBPBBPBB; none = every frame counts as an I frame, and none is dropped",
    });
  if (gop === "none") return rows.map((row) => ({ ...row, type: "I" }));
  if (!/^I[BP]*$/.test(gop))
    throw refusal(file, undefined, {
      code: "E_VIDEO_TRACE_TYPES",
      message: "A group of pictures begins with its one I frame",
      got: `gop: ${gop}`,
      expected: "I, then B and P in display order, such as IBBPBBPBBPBB",
    });
  const frames = rows.map((row, i) => ({
    ...row,
    type: gop.charAt(i % gop.length) as TraceFrameType,
  }));
  const mean = (type: TraceFrameType): number => {
    const sizes = frames.filter((frame) => frame.type === type);
    return sizes.reduce((sum, { size }) => sum + size, 0) / sizes.length;
  };
  const larger = (["P", "B"] as const).find((type) => mean(type) > mean("I"));
  if (larger !== undefined && frames.length >= ENOUGH_GROUPS * gop.length)
    throw refusal(file, undefined, {
      code: "E_VIDEO_TRACE_TYPES",
      message: "The frames do not follow this group of pictures",
      got: `gop: ${gop}, where ${larger} frames have a mean of ${Math.round(mean(larger))} and I frames of ${Math.round(mean("I"))}`,
      expected: "I frames that are the largest",
      hint: "another pattern, or a file in coding order",
    });
  return frames;
}

/** Every film begins with an I frame: this is a part of one, or another column holds the types. */
const withoutI = (rows: readonly Row[], file: string | undefined): Error =>
  refusal(file, undefined, {
    code: "E_VIDEO_TRACE_TYPES",
    message: "No frame of this trace is an I frame",
    got: `${many(rows.length, "frame")}, ${[...new Set(rows.map(({ type }) => type))].sort().join(" and ")} only`,
    expected: "an I frame at the head of every group of pictures",
    hint: "look for the whole trace; to play this one all the same give gop: none: every frame then counts as an I frame, and none is dropped",
  });

function withoutHeaders(rows: readonly Row[]): TypedRow[] {
  const frames: TypedRow[] = [];
  let header = 0;
  for (const row of rows) {
    const { type } = row;
    if (type === "H" || type === undefined) {
      header += row.size;
      continue;
    }
    frames.push({ ...row, type, size: row.size + header });
    header = 0;
  }
  return frames;
}
