import { many, quoted } from "@fabriclab/spec";
import { refusal } from "./refusal.ts";
import type { TraceFormat, TraceFrameType } from "./video-trace.ts";

/** One line of a trace. What the format has not is undefined. */
export interface Row {
  readonly line: number;
  readonly size: number;
  readonly index?: number;
  /** `H` is a header that is sent before the frame that follows. */
  readonly type?: TraceFrameType | "H";
  readonly seconds?: number;
}

/** Columns by their meaning; `-` is not looked at. */
const LAYOUTS: Readonly<Record<TraceFormat, readonly string[]>> = {
  sizes: ["size"],
  "size-psnr": ["size", "psnr"],
  verbose: ["index", "ms", "type", "size", "quality", "quality", "quality"],
  ns3: ["index", "type", "ms", "size"],
  evalvid: ["index", "type", "size", "whole", "s"],
};

/** A line that shows what the columns are, for messages. */
export const SAMPLES: Readonly<Record<TraceFormat, string>> = {
  sizes: "4512",
  "size-psnr": "36096 38.52",
  verbose: "0 0.0 I 36096 38.5 41.2 42.0",
  ns3: "1 I 0 4512",
  evalvid: "1 I 4512 5 0.033",
};

/** Largest size that is believed: a frame of 256 MB. */
const MAX_SIZE = 0x7fff_ffff;
const WHOLE = /^\d+$/;
const NUMBER = /^-?\d+(?:\.\d*)?(?:[eE][-+]?\d+)?$/;

/** The only format whose columns this line has, if there is one. */
export function formatOfLine(text: string): TraceFormat | undefined {
  const fields = fieldsOf(text);
  return (Object.keys(LAYOUTS) as TraceFormat[]).find(
    (format) =>
      LAYOUTS[format].length === fields.length &&
      LAYOUTS[format].every((column, i) => fits(column, fields[i] ?? "")),
  );
}

/**
 * One frame of a trace.
 *
 * @throws FabricError `E_VIDEO_TRACE_LINE`
 */
export function rowOf(
  text: string,
  line: number,
  format: TraceFormat,
  file: string | undefined,
): Row {
  const fields = fieldsOf(text);
  const layout = LAYOUTS[format];
  const wrong =
    fields.length === layout.length
      ? layout.findIndex((column, i) => !fits(column, fields[i] ?? ""))
      : 0;
  if (wrong >= 0 || fields.length !== layout.length)
    throw refusal(file, line, {
      code: "E_VIDEO_TRACE_LINE",
      message: "This line is no frame of the trace",
      got:
        fields.length === layout.length
          ? `${quoted(fields[wrong] ?? "")} in column ${wrong + 1}`
          : `${many(fields.length, "column")}: ${quoted(text)}`,
      expected: `${many(layout.length, "column")} as in ${SAMPLES[format]} (${format})`,
    });
  const at = (column: string): string | undefined =>
    fields[layout.indexOf(column)];
  const row: { -readonly [K in keyof Row]: Row[K] } = {
    line,
    size: Number(at("size")),
  };
  const [index, type, ms, s] = [at("index"), at("type"), at("ms"), at("s")];
  if (index !== undefined) row.index = Number(index);
  if (type !== undefined)
    row.type = type === "IDR" ? "I" : (type as TraceFrameType | "H");
  if (ms !== undefined) row.seconds = Number(ms) / 1000;
  if (s !== undefined) row.seconds = Number(s);
  return row;
}

const fieldsOf = (text: string): string[] => {
  const trimmed = text.trim();
  return trimmed === "" ? [] : trimmed.split(/[\s,;]+/);
};

function fits(column: string, field: string): boolean {
  switch (column) {
    case "type":
      return /^(?:I|P|B|H|IDR)$/.test(field);
    case "index":
    case "whole":
      return WHOLE.test(field) && Number(field) <= MAX_SIZE;
    case "size":
      return WHOLE.test(field) && Number(field) <= MAX_SIZE;
    case "psnr":
      // Why a point: a second whole number may be anything, such as the size in another unit.
      return /^\d+\.\d+$/.test(field) || /^inf$/i.test(field);
    case "quality":
      return /^\d+(?:\.\d+)?$/.test(field) || /^inf$/i.test(field);
    default:
      // `1e999` has the form of a number, and is none.
      return (
        NUMBER.test(field) &&
        Number(field) >= 0 &&
        Number.isFinite(Number(field))
      );
  }
}
