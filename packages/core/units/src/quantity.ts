import { bytes, ps, type Bytes, type Ps } from "./brand.ts";
import {
  FLIGHT,
  LENGTH,
  RATE,
  SIZE,
  split,
  TIME,
  unitOf,
  writable,
  type Dimension,
} from "./dimension.ts";
import { FabricError } from "./fabric-error.ts";
import { editDistance, nearest } from "./nearest.ts";
import { quoted } from "./visible.ts";

/** Picoseconds per byte as an exact ratio in lowest terms: 2 Gb/s is 4000/1, 4x FDR is 440/3. */
export interface BytePs {
  readonly num: number;
  readonly den: number;
}

/** The quantity in smallest whole units; a fraction of one is refused, because the simulator has none. */
function parse(text: string, dimension: Dimension): bigint {
  const { mantissa, exponent, unit } = split(text, dimension);
  const factor = dimension.units[unitOf(unit)];
  const known = writable(dimension).join(", ");
  if (factor === undefined) {
    if (unit === "" && mantissa === 0n) return 0n;
    const right = meantUnit(unit, dimension);
    throw new FabricError({
      code: dimension.code,
      message:
        unit === ""
          ? `a ${dimension.what} needs a unit`
          : unit.includes("..")
            ? `a range where one ${dimension.what} is expected`
            : `unknown unit of ${dimension.what}`,
      got: quoted(text),
      expected: `one of ${known}, such as ${dimension.example}`,
      ...(right === undefined || unit === ""
        ? {}
        : { hint: `did you mean ${right}?` }),
    });
  }
  const scaled = mantissa * factor;
  if (exponent >= 0) return scaled * 10n ** BigInt(exponent);
  const divisor = 10n ** BigInt(-exponent);
  if (scaled % divisor !== 0n) {
    throw new FabricError({
      code: dimension.code,
      message: `a ${dimension.what} must be a whole number of ${dimension.whole}s`,
      got: quoted(text),
      expected: `no part smaller than one ${dimension.whole}`,
    });
  }
  return scaled / divisor;
}

/** The unit that was meant, as far as it can be told: of `TB`, KB and GB and MB are equally near, and none of them is. */
function meantUnit(unit: string, dimension: Dimension): string | undefined {
  const units = writable(dimension);
  const right = nearest(unit, units);
  if (right === undefined || right.toLowerCase() === unit.toLowerCase())
    return right;
  const least = editDistance(unit, right);
  return units.some(
    (other) => other !== right && editDistance(unit, other) <= least,
  )
    ? undefined
    : right;
}

function bare(value: number, dimension: Dimension): 0 {
  if (value === 0) return 0;
  throw new FabricError({
    code: dimension.code,
    message: `a ${dimension.what} needs a unit`,
    got: String(value),
    expected: `a number and a unit in one word (${writable(dimension).join(", ")}), such as ${dimension.example}`,
  });
}

/**
 * A time such as `20ns`, `4.096us`, `0.1ns` or `0`.
 *
 * @throws FabricError E_UNITS_TIME for an unknown or missing unit, or a part of a picosecond.
 */
export function parseTime(input: string | number): Ps {
  return typeof input === "number"
    ? ps(bare(input, TIME))
    : ps(Number(parse(input, TIME)));
}

/**
 * A size such as `256B`, `4KiB` (4096) or `2KB` (2000).
 *
 * KB, MB, GB are powers of 1000 and KiB, MiB, GiB powers of 1024. The papers write "8 KB" for 8192 bytes: that is `8KiB` here.
 *
 * @throws FabricError E_UNITS_SIZE for an unknown or missing unit, or a part of a byte.
 */
export function parseSize(input: string | number): Bytes {
  return typeof input === "number"
    ? bytes(bare(input, SIZE))
    : bytes(Number(parse(input, SIZE)));
}

/** Light in glass or copper: 5 ns per metre, 5 ps per millimetre. */
const PS_PER_MILLIMETRE = 5n;

/**
 * The time of flight of a cable, given as a time (`20ns`) or as a length (`4m`, at 5 ns per metre).
 *
 * @throws FabricError E_UNITS_TIME or E_UNITS_FLIGHT.
 */
export function parseFlight(input: string | number): Ps {
  if (typeof input === "number") return ps(bare(input, FLIGHT));
  const { unit } = split(input, FLIGHT);
  // Why: `m`, `mm` are no times and `ms`, `ns` no lengths, so the unit alone tells the two apart.
  return unit in LENGTH.units
    ? ps(Number(parse(input, LENGTH) * PS_PER_MILLIMETRE))
    : ps(Number(parse(input, FLIGHT)));
}

function gcd(a: bigint, b: bigint): bigint {
  while (b !== 0n) [a, b] = [b, a % b];
  return a;
}

/** The largest part of a ratio of a time per byte. */
const MOST = 2n ** 31n - 1n;

/** The ratio in lowest terms; undefined where a part is not positive, or larger than 31 bits. */
function reduced(num: bigint, den: bigint): BytePs | undefined {
  if (num <= 0n || den <= 0n) return undefined;
  const divisor = gcd(num, den);
  const n = num / divisor;
  const d = den / divisor;
  return n > MOST || d > MOST ? undefined : { num: Number(n), den: Number(d) };
}

/**
 * A ratio in lowest terms.
 *
 * @throws FabricError E_UNITS_RATE when either part is not positive or not a 31-bit integer after reduction.
 */
export function bytePs(num: bigint | number, den: bigint | number = 1): BytePs {
  const ratio = reduced(BigInt(num), BigInt(den));
  if (ratio !== undefined) return ratio;
  throw new FabricError({
    code: "E_UNITS_RATE",
    message:
      "a rate must be positive, and its time per byte a ratio of 31-bit integers",
    got: `${num}/${den} ps per byte`,
    expected: `parts of 1 to ${MOST} in lowest terms`,
  });
}

/**
 * A data rate such as `2Gb/s` or `250MB/s` (b = bits, B = bytes, prefixes are powers of 1000) as exact picoseconds per byte.
 *
 * @throws FabricError E_UNITS_RATE for an unknown or missing unit, a rate of zero, or one whose time per byte is no ratio of 31-bit integers.
 */
export function parseRate(input: string | number): BytePs {
  const bits =
    typeof input === "number" ? BigInt(bare(input, RATE)) : parse(input, RATE);
  const got = typeof input === "string" ? quoted(input) : String(input);
  if (bits === 0n)
    throw new FabricError({
      code: "E_UNITS_RATE",
      message: "a rate must be more than zero",
      got,
      expected: "a rate such as 2Gb/s",
    });
  const perByte = reduced(8n * 10n ** 12n, bits);
  if (perByte === undefined)
    throw new FabricError({
      code: "E_UNITS_RATE",
      message: "the time that a byte takes at this rate has no exact number",
      got,
      expected:
        "a rate of which a byte takes a whole number of ps, or a ratio of such numbers below 2^31: 4kb/s is the lowest",
      hint: "a faster rate, or one of fewer digits: 3.33Gb/s rather than 3.333333333Gb/s",
    });
  return perByte;
}

/** `value / factor` in decimal, exact: the factors are powers of ten. */
function decimal(value: number, zeros: number): string {
  const digits = String(value).padStart(zeros + 1, "0");
  const whole = digits.slice(0, digits.length - zeros);
  const fraction = digits.slice(digits.length - zeros).replace(/0+$/, "");
  return fraction === "" ? whole : `${whole}.${fraction}`;
}

/** `20ns`, `4.096us`, `0s`: the largest unit that leaves a whole part; exact, and `parseTime` reads it back. */
export function formatTime(time: Ps): string {
  const scale = [
    ["s", 12],
    ["ms", 9],
    ["us", 6],
    ["ns", 3],
  ] as const;
  if (time === 0) return "0s";
  for (const [unit, zeros] of scale)
    if (time >= 10 ** zeros) return decimal(time, zeros) + unit;
  return `${time}ps`;
}

/** `4KiB`, `256B`: the largest binary unit that divides it; `parseSize` reads it back. */
export function formatSize(size: Bytes): string {
  const scale = [
    ["GiB", 1024 ** 3],
    ["MiB", 1024 ** 2],
    ["KiB", 1024],
  ] as const;
  if (size !== 0)
    for (const [unit, factor] of scale)
      if (size % factor === 0) return `${size / factor}${unit}`;
  return `${size}B`;
}

/** `2Gb/s`, `13.63636Gb/s`: rounded to seven figures, for people; keep the ratio for arithmetic. */
export function formatRate(rate: BytePs): string {
  const gigabits = (8000 * rate.den) / rate.num;
  return gigabits >= 1
    ? `${Number(gigabits.toPrecision(7))}Gb/s`
    : `${Number((gigabits * 1000).toPrecision(7))}Mb/s`;
}
