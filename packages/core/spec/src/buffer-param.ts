import { FabricError, parseSize } from "@fabriclab/units";
import { z } from "zod";
import { quantityField } from "./quantity-field.ts";
import type { BufferSize } from "./switch.ts";

const EXPECTED =
  "a number of packets such as `1 packet`, or a size such as `4KiB`";

/** Reads `1 packet`, `4 packets` or a size such as `4KiB`. */
export function parseBuffer(input: string | number): BufferSize {
  const packets =
    typeof input === "string" ? /^\s*(\d+)\s*packets?\s*$/.exec(input) : null;
  if (packets !== null) return { packets: Number(packets[1]) };
  try {
    return { bytes: parseSize(input) };
  } catch (cause) {
    throw new FabricError({
      code: "E_SPEC_BUFFER",
      message: "not a buffer size",
      got: String(input),
      expected: EXPECTED,
      cause,
    });
  }
}

const buffer = () => quantityField(parseBuffer, "packets or size", EXPECTED);

type BufferField = ReturnType<typeof buffer>;

/** A buffer: `2 packets` (slots, whatever their size) or `4KiB` (64-byte blocks). Output: BufferSize. Without a default the field must be written. */
export function bufferParam(): BufferField;
/** A buffer, and its default as a user would write it: `bufferParam("4 packets")`. */
export function bufferParam(byDefault: string): z.ZodPrefault<BufferField>;
export function bufferParam(byDefault?: string) {
  return byDefault === undefined
    ? buffer()
    : buffer().prefault(byDefault).meta({ unit: "packets or size" });
}
