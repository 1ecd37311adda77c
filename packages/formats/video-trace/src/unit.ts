import { many } from "@fabriclab/spec";
import { refusal } from "./refusal.ts";
import type { Row } from "./row.ts";
import type {
  TraceFormat,
  TraceUnit,
  VideoTraceOptions,
} from "./video-trace.ts";

/** What a format's definition says of its unit. */
const DEFINED: Readonly<Partial<Record<TraceFormat, TraceUnit>>> = {
  "size-psnr": "bits",
  verbose: "bits",
  ns3: "bytes",
  evalvid: "bytes",
};

/** Sizes in a row that are all whole bytes: by chance, in bytes, one in 8^64. */
const PROOF = 64;
/** As many are enough to doubt what the user says: by chance one in 8^8, 17 million. Where the format is one in bits, one is. */
const DOUBT = 8;

/**
 * Bits or bytes: by the definition of the format, by a comment that names the unit, by the sizes themselves (all multiples of 8: they are bits), or by
 * what the user says; never by a guess. Who says bytes of sizes that look like bits, or bits of a format in bytes whose frames would then end within a byte,
 * must say it twice: beside `unit`, in a comment of the file.
 *
 * @param said units that the comments name beside the word size
 * @throws FabricError `E_VIDEO_TRACE_UNIT` where nothing tells, or where two contradict each other
 */
export function unitOf(
  rows: readonly Row[],
  format: TraceFormat,
  said: ReadonlySet<TraceUnit>,
  { unit, file, fps = 25 }: VideoTraceOptions,
): TraceUnit {
  const sizes = rows.filter(({ size }) => size > 0);
  const odd = sizes.find(({ size }) => size % 8 !== 0);
  const eights = odd === undefined;
  const proven = eights && sizes.length >= PROOF;
  const comment = said.size === 1 ? [...said][0] : undefined;
  const refuse = (got: string, hint: string): Error =>
    refusal(file, undefined, {
      code: "E_VIDEO_TRACE_UNIT",
      message: "Are these sizes bits or bytes?",
      got,
      expected: "one unit, eight times apart from the other",
      hint,
    });
  if (said.size > 1)
    throw refuse(
      "comments that say bits and comments that say bytes",
      "correct the comments of the file",
    );
  if (unit !== undefined) {
    const doubt = DEFINED[format] === "bits" ? 1 : DOUBT;
    if (
      unit === "bytes" &&
      comment !== "bytes" &&
      eights &&
      sizes.length >= doubt
    )
      throw refuse(
        `unit: bytes, but all of ${sizes.length} sizes are multiples of 8`,
        "such a file is mostly in bits: give unit: bits. If its sizes are bytes, say so in the file, too, with a first line `# size in bytes`",
      );
    if (
      unit === "bits" &&
      comment !== "bits" &&
      DEFINED[format] === "bytes" &&
      odd !== undefined
    )
      throw refuse(
        `unit: bits, but format ${format} says bytes, and ${odd.size} in line ${odd.line} is no whole number of bytes`,
        "leave the unit out. If its sizes are bits, say so in the file, too, with a first line `# size in bits`",
      );
    if (comment !== undefined && comment !== unit)
      throw refuse(
        `unit: ${unit}, but a comment of the file says ${comment}`,
        `leave the unit out, or correct the comment`,
      );
    return unit;
  }
  const found = comment ?? DEFINED[format] ?? (proven ? "bits" : undefined);
  if (found === undefined) {
    const mean = rows.reduce((sum, { size }) => sum + size, 0) / rows.length;
    const rate = (bits: number): string =>
      `${Number(((mean * bits * fps) / 1e6).toPrecision(3))} Mb/s`;
    throw refuse(
      `${many(rows.length, "size")}, mean ${Math.round(mean)}, and nothing that names their unit`,
      `give unit: bits or unit: bytes. At ${fps} frames a second the film has ${rate(1)} in bits and ${rate(8)} in bytes`,
    );
  }
  if (found === "bits" && odd !== undefined)
    throw refuse(
      `${comment === undefined ? `format ${format}` : "a comment"} says bits, but ${odd.size} in line ${odd.line} is no whole number of bytes`,
      "give unit: bytes, or unit: bits where frames do end within a byte",
    );
  if (found === "bytes" && proven)
    throw refuse(
      `${comment === undefined ? `format ${format}` : "a comment"} says bytes, but all of ${sizes.length} sizes are multiples of 8`,
      "such a file is in bits: give unit: bits",
    );
  return found;
}
