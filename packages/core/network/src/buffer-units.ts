import type { BufferSize } from "@fabriclab/spec";
import { FabricError } from "@fabriclab/units";

const BLOCK_BYTES = 64;
/** Places in a buffer are counted in 30 bits. */
const MOST_UNITS = 0x3fffffff;

/** A buffer's size in its units: packets, or 64-byte blocks. */
export function bufferUnits(
  buffer: BufferSize,
  what: "input buffer" | "output buffer" | "receive buffer",
): number {
  const units =
    "packets" in buffer
      ? buffer.packets
      : Math.floor(buffer.bytes / BLOCK_BYTES);
  if (!Number.isInteger(units) || units < 0 || units > MOST_UNITS) {
    throw new FabricError({
      code: "E_NETWORK_BUFFER",
      message: `impossible ${what}`,
      got: `${what === "receive buffer" ? "a" : "an"} ${what} of ${bufferText(buffer)}`,
      expected:
        "packets" in buffer
          ? `a whole number of packets, at most ${MOST_UNITS}`
          : `at most ${MOST_UNITS * BLOCK_BYTES} bytes`,
    });
  }
  return units;
}

/** A buffer's size as people write it. */
export const bufferText = (buffer: BufferSize): string =>
  "packets" in buffer ? `${buffer.packets} packets` : `${buffer.bytes} bytes`;

/** Whether a buffer has no limit, and so no flow control. */
export const isUnlimited = (buffer: BufferSize): boolean =>
  ("packets" in buffer ? buffer.packets : buffer.bytes) === Infinity;
