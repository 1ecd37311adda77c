import { FabricError } from "./fabric-error.ts";
import { quoted } from "./visible.ts";

/** A kind of quantities and its units. */
export interface Dimension {
  readonly code: `E_${string}`;
  /** `time`, for messages. */
  readonly what: string;
  /** Unit -> how many of the smallest whole unit it is. */
  readonly units: Readonly<Record<string, bigint>>;
  /** The smallest whole unit, for messages. */
  readonly whole: string;
  readonly example: string;
  /** Units of another kind that serve as well where the value stands, for messages. */
  readonly also?: readonly string[];
}

/** The units that may be written, for messages. */
export const writable = ({ units, also = [] }: Dimension): string[] => [
  ...Object.keys(units),
  ...also,
];

export const TIME: Dimension = {
  code: "E_UNITS_TIME",
  what: "time",
  units: {
    ps: 1n,
    ns: 1_000n,
    us: 1_000_000n,
    µs: 1_000_000n,
    ms: 1_000_000_000n,
    s: 1_000_000_000_000n,
  },
  whole: "picosecond",
  example: "20ns",
};

export const SIZE: Dimension = {
  code: "E_UNITS_SIZE",
  what: "size",
  units: {
    B: 1n,
    KB: 1000n,
    kB: 1000n,
    MB: 1000n ** 2n,
    GB: 1000n ** 3n,
    KiB: 1024n,
    MiB: 1024n ** 2n,
    GiB: 1024n ** 3n,
  },
  whole: "byte",
  example: "256B",
};

export const LENGTH: Dimension = {
  code: "E_UNITS_FLIGHT",
  what: "cable length",
  units: { mm: 1n, cm: 10n, m: 1000n, km: 1_000_000n },
  whole: "millimetre",
  example: "4m",
};

/** A time of flight, read as a time; a length is as good. */
export const FLIGHT: Dimension = {
  ...TIME,
  what: "time of flight",
  also: Object.keys(LENGTH.units),
};

export const RATE: Dimension = {
  code: "E_UNITS_RATE",
  what: "rate",
  units: {
    "b/s": 1n,
    "kb/s": 1000n,
    "Mb/s": 1000n ** 2n,
    "Gb/s": 1000n ** 3n,
    "Tb/s": 1000n ** 4n,
    "B/s": 8n,
    "kB/s": 8n * 1000n,
    "MB/s": 8n * 1000n ** 2n,
    "GB/s": 8n * 1000n ** 3n,
    "TB/s": 8n * 1000n ** 4n,
  },
  whole: "bit per second",
  example: "2Gb/s",
};

export const NUMBER = /^([0-9]+)(?:\.([0-9]+))?(?:[eE]([+-]?[0-9]+))?/;

/** An exact decimal `mantissa · 10^exponent` and the word after it. */
export function split(
  text: string,
  dimension: Dimension,
): { mantissa: bigint; exponent: number; unit: string } {
  // Why: programs without types hand over what an option that is missing gives.
  if (typeof text !== "string")
    throw new FabricError({
      code: dimension.code,
      message: `not a ${dimension.what}`,
      got: String(text),
      expected: `a number and a unit in a text, such as "${dimension.example}"`,
    });
  const trimmed = text.trim();
  const match = NUMBER.exec(trimmed);
  if (match === null) {
    throw new FabricError({
      code: dimension.code,
      message: trimmed.startsWith("-")
        ? `a ${dimension.what} cannot be negative`
        : `not a ${dimension.what}`,
      got: quoted(text),
      expected: `a number and a unit (${writable(dimension).join(", ")}), such as ${dimension.example}`,
    });
  }
  const fraction = match[2] ?? "";
  return {
    mantissa: BigInt(`${match[1] ?? ""}${fraction}`),
    // Why bounded: 10^1000000000 is a number of a gigabyte. What lies outside is out of range, or no whole number, just as well at the bound.
    exponent: Math.min(
      100,
      Math.max(-100 - text.length, Number(match[3] ?? 0) - fraction.length),
    ),
    unit: trimmed.slice(match[0].length).trim(),
  };
}

/** A unit as the tables have it. Why: two code points print as the micro sign; keyboards make either. */
export const unitOf = (word: string): string =>
  word.replace("\u03bc", "\u00b5");
