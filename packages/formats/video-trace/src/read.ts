import { quoted } from "@fabriclab/spec";
import { linesOf, type TraceText } from "./lines.ts";
import { checkNumbers } from "./numbers.ts";
import { orderOf, sendingOrder } from "./order.ts";
import { refusal } from "./refusal.ts";
import { formatOfLine, rowOf, SAMPLES, type Row } from "./row.ts";
import { typed } from "./types.ts";
import { unitOf } from "./unit.ts";
import {
  TRACE_FORMATS,
  type TraceFormat,
  type TraceUnit,
  type VideoTrace,
  type VideoTraceOptions,
} from "./video-trace.ts";

/**
 * Reads the sizes, types and order of a video's frames.
 *
 * Nothing is guessed: unit, order, types and frames per second are in the file, or follow from the definition of its format and what it holds, or must
 * be given; what is given is held against the file.
 *
 * @param text the file, whole or in pieces
 * @throws FabricError `E_VIDEO_TRACE_EMPTY`, `…_BINARY`, `…_FORMAT`, `…_LINE`, `…_GAP`, `…_UNIT`, `…_ORDER`, `…_TYPES`, `…_FPS`
 */
export function readVideoTrace(
  text: TraceText,
  options: VideoTraceOptions = {},
): VideoTrace {
  const { format, rows, units } = rowsOf(text, options);
  checkNumbers(rows, format, options);
  const unit = unitOf(rows, format, units, options);
  const frames = typed(rows, options);
  if (frames.length === 0) throw empty(options.file);
  const order = orderOf(frames, format, options);
  const fps = framesPerSecond(rows, options);
  const sent = order === "display" ? sendingOrder(frames) : frames;
  return {
    format,
    unit,
    order,
    fps,
    bytes: Float64Array.from(sent, ({ size }) =>
      unit === "bits" ? Math.ceil(size / 8) : size,
    ),
    types: sent.map(({ type }) => type),
  };
}

interface Rows {
  readonly format: TraceFormat;
  readonly rows: readonly Row[];
  /** Units that comments name. */
  readonly units: ReadonlySet<TraceUnit>;
}

function rowsOf(text: TraceText, options: VideoTraceOptions): Rows {
  const rows: Row[] = [];
  const units = new Set<TraceUnit>();
  let { format } = options;
  let line = 0;
  for (const content of linesOf(text, options.file)) {
    line += 1;
    if (content.trim() === "") continue;
    if (content.trimStart().startsWith("#")) {
      // Why with the word size: statistics speak of bit rates as well.
      if (/size/i.test(content)) {
        if (/\bbits?\b/i.test(content)) units.add("bits");
        if (/\bbytes?\b/i.test(content)) units.add("bytes");
      }
      continue;
    }
    format ??= formatOfLine(content) ?? unknown(content, line, options.file);
    rows.push(rowOf(content, line, format, options.file));
  }
  if (format === undefined || rows.length === 0) throw empty(options.file);
  return { format, rows, units };
}

function unknown(
  content: string,
  line: number,
  file: string | undefined,
): never {
  throw refusal(file, line, {
    code: "E_VIDEO_TRACE_FORMAT",
    message: "The columns of this file are those of no known trace",
    got: quoted(content),
    expected: TRACE_FORMATS.map(
      (format) => `${format} (${SAMPLES[format]})`,
    ).join(", "),
    hint: "titles are comments: begin them with #",
  });
}

const empty = (file: string | undefined): Error =>
  refusal(file, undefined, {
    code: "E_VIDEO_TRACE_EMPTY",
    message: "The file has no frames",
    got: "no line with a frame",
    expected: "a line for every frame",
  });

/** Times without a hole of half a period more than the frames' own, beyond what they are rounded to. */
function checkTimes(
  rows: readonly Row[],
  fps: number,
  file: string | undefined,
): void {
  const shown = rows
    .flatMap(({ seconds, type, line }) =>
      seconds === undefined || type === "H" ? [] : [{ seconds, line }],
    )
    .sort((a, b) => a.seconds - b.seconds);
  const tenths = shown.every(
    ({ seconds }) => Math.abs(seconds * 10 - Math.round(seconds * 10)) < 1e-6,
  );
  const most = 1.5 / fps + (tenths ? 0.1 : 0.001);
  for (let i = 1; i < shown.length; i++) {
    const [before, after] = [shown[i - 1], shown[i]];
    if (before === undefined || after === undefined) continue;
    if (after.seconds - before.seconds <= most) continue;
    throw refusal(file, after.line, {
      code: "E_VIDEO_TRACE_GAP",
      message: "The times have a hole: frames are missing, or the film stands",
      got: `${after.seconds} s after ${before.seconds} s (line ${before.line}), at ${fps.toFixed(2)} frames a second in the mean`,
      expected: "frames at equal distances",
      hint: "give fps to play the frames that there are at that rate",
    });
  }
}

/** Frames a second of anything that is called a film, time lapses and slow motion included. */
const SLOWEST = 0.1;
const FASTEST = 1000;
/** @param timed frames that have a time, all the same one */
const withoutRate = (timed: number): string =>
  timed === 0
    ? "a file without times"
    : timed === 1
      ? "a file with the time of one frame alone"
      : `a file with one time for its ${timed} frames`;

const isRate = (fps: number): boolean => fps >= SLOWEST && fps <= FASTEST;

/** From the times of the frames, or as given. */
function framesPerSecond(
  rows: readonly Row[],
  { fps, file }: VideoTraceOptions,
): number {
  let first = Infinity;
  let last = -Infinity;
  let timed = 0;
  for (const { seconds, type } of rows) {
    if (seconds === undefined || type === "H") continue;
    timed += 1;
    first = Math.min(first, seconds);
    last = Math.max(last, seconds);
  }
  const seen = last > first ? (timed - 1) / (last - first) : undefined;
  if (fps === undefined && seen !== undefined) {
    if (!isRate(seen))
      throw refusal(file, undefined, {
        code: "E_VIDEO_TRACE_FPS",
        message: "The file's times say no number of frames a second of a film",
        got: `${timed} frames in ${last - first} s`,
        expected: `${SLOWEST} to ${FASTEST} frames a second`,
        hint: "give fps to play the frames at that rate; times are in ms in a verbose trace and in ns-3's, in s in EvalVid's",
      });
    checkTimes(rows, seen, file);
    return seen;
  }
  if (fps === undefined || !isRate(fps))
    throw refusal(file, undefined, {
      code: "E_VIDEO_TRACE_FPS",
      message: "How many frames a second?",
      got: fps === undefined ? withoutRate(timed) : `fps: ${fps}`,
      expected: `fps: a number from ${SLOWEST} to ${FASTEST}, such as 25`,
    });
  // Times are rounded to milliseconds or to tenths of a second.
  if (seen !== undefined && Math.abs(seen / fps - 1) > 0.05)
    throw refusal(file, undefined, {
      code: "E_VIDEO_TRACE_FPS",
      message: "The file's times say another number of frames a second",
      got: `fps: ${fps}, ${seen.toFixed(2)} by the times`,
      expected: "the same, or no fps",
    });
  return fps;
}
