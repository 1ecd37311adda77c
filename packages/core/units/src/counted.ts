import { many } from "./many.ts";

/** What buffers count in place of bytes: it has no parts, and no other units. */
export const PACKETS = "packets";

/** The unit of numbers that are written with this word: `packets` of `1 packet`, too; any other is itself. */
export const countedIn = (word: string): string =>
  word === "packet" ? PACKETS : word;

/** A number with its unit, as it is read again: `256B`, `0.3`, and with a blank before a word, `1 packet`, `16 packets`. */
export const withUnit = (value: number | string, unit: string): string =>
  unit === PACKETS && typeof value === "number"
    ? many(value, "packet")
    : `${value}${unit}`;
