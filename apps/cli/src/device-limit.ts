import { fstatSync } from "node:fs";

/** What is typed at a terminal is less; /dev/zero has no end. */
const MOST_BYTES = 2 ** 20;

/**
 * Looks whether an open file is a device.
 *
 * @returns to be told how many bytes were read so far; it throws where a device gave more than a megabyte
 */
export function deviceLimit(handle: number): (bytes: number) => void {
  const stats = fstatSync(handle);
  if (!stats.isCharacterDevice() && !stats.isBlockDevice())
    return () => undefined;
  return (bytes) => {
    if (bytes > MOST_BYTES)
      throw new Error("it is a device, which gave more than a megabyte");
  };
}
