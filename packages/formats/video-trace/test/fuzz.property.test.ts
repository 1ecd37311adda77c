import {
  readVideoTrace,
  type VideoTraceOptions,
} from "@fabriclab/formats-video-trace";
import { FabricError } from "@fabriclab/spec";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { TRACE_FORMATS } from "../src/video-trace.ts";

/** Reads, or refuses with a code of its own; anything else is a fault. */
function survives(
  text: string | Uint8Array[],
  options: VideoTraceOptions,
): void {
  try {
    const { bytes, types, fps } = readVideoTrace(text, options);
    expect(bytes.length).toBe(types.length);
    expect(bytes.length).toBeGreaterThan(0);
    expect(fps).toBeGreaterThan(0);
    for (const size of bytes) expect(size).toBeGreaterThanOrEqual(0);
  } catch (error) {
    if (!FabricError.is(error)) throw error;
    expect(error.code).toMatch(/^E_VIDEO_TRACE_/);
  }
}

const options = fc.record(
  {
    format: fc.constantFrom(...TRACE_FORMATS),
    unit: fc.constantFrom("bits" as const, "bytes" as const),
    order: fc.constantFrom("display" as const, "coding" as const),
    fps: fc.constantFrom(25, 30),
    gop: fc.constantFrom("none", "IBBP", "BI", ""),
  },
  { requiredKeys: [] },
);

describe("whatever is in the file", () => {
  it("bytes at random are refused with a code", () => {
    fc.assert(
      fc.property(
        fc.array(fc.uint8Array({ maxLength: 200 }), { maxLength: 4 }),
        options,
        survives,
      ),
      { numRuns: 300 },
    );
  });

  it("a trace with a character changed, cut or put in is read or refused", () => {
    const whole = Array.from(
      { length: 30 },
      (_, i) => `${i + 1} ${"IPBB".charAt(i % 4)} ${40 * i} ${1001 + 7 * i}`,
    ).join("\n");
    fc.assert(
      fc.property(
        fc.nat({ max: whole.length }),
        fc.nat({ max: 3 }),
        fc.string({ maxLength: 3, unit: "binary" }),
        options,
        (at, cut, put, given) => {
          survives(whole.slice(0, at) + put + whole.slice(at + cut), given);
        },
      ),
      { numRuns: 500 },
    );
  });

  it("numbers and words in columns are read or refused", () => {
    const field = fc.constantFrom(
      "0",
      "1",
      "8",
      "16",
      "1e999",
      "I",
      "B",
      "H",
      "-1",
      "3.5",
      "#",
      "999999999999",
      "NaN",
      "",
    );
    fc.assert(
      fc.property(
        fc.array(fc.array(field, { maxLength: 7 }), { maxLength: 8 }),
        options,
        (rows, given) => {
          survives(rows.map((row) => row.join(" ")).join("\n"), given);
        },
      ),
      { numRuns: 500 },
    );
  });
});
