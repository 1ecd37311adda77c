/** A unit for people, and how many of the metric's own it is. */
interface PeoplesUnit {
  readonly name: string;
  readonly scale: number;
}

const PICOSECONDS: Readonly<Record<string, number>> = {
  ps: 1,
  ns: 1e3,
  us: 1e6,
};

const TIMES = [
  ["ms", 1e9],
  ["us", 1e6],
  ["ns", 1e3],
] as const;

const RATES = [
  ["TB/s", 1e12],
  ["GB/s", 1e9],
  ["MB/s", 1e6],
  ["kB/s", 1e3],
] as const;

/** The largest unit of which the value holds at least one. */
function unitFor(value: number, unit: string): PeoplesUnit {
  const picoseconds = PICOSECONDS[unit];
  if (picoseconds !== undefined) {
    const ps = Math.abs(value * picoseconds);
    const [name, scale] = TIMES.find(([, one]) => ps >= one) ?? ["ps", 1];
    return { name, scale: scale / picoseconds };
  }
  if (unit === "B/s") {
    const [name, scale] = RATES.find(([, one]) => Math.abs(value) >= one) ?? [
      "B/s",
      1,
    ];
    return { name, scale };
  }
  return { name: unit === "1" ? "" : unit, scale: 1 };
}

const inUnit = (text: string, { name }: PeoplesUnit): string =>
  name === "" ? text : `${text} ${name}`;

/** Five significant figures in a unit that suits: `1.2345 us`. */
export function quantity(value: number, unit: string): string {
  const by = unitFor(value, unit);
  return inUnit(figures(value / by.scale), by);
}

/**
 * A mean and half the width of its interval, both in one unit and with the same decimals: two significant figures of the half-width, for further ones of the
 * mean say nothing (GUM, JCGM 100:2008, 7.2.6).
 *
 * @param halfWidth above 0
 * @returns `["2.478 us", "± 0.097 us"]`
 */
export function quantityWithin(
  value: number,
  halfWidth: number,
  unit: string,
): readonly [value: string, interval: string] {
  const by = unitFor(Math.max(Math.abs(value), halfWidth), unit);
  const half = Number((halfWidth / by.scale).toPrecision(2));
  const mean = value / by.scale;
  // Beside a mean of so many digits nobody compares the last ones.
  if (half < LEAST_SHARE * Math.abs(mean))
    return [inUnit(figures(mean), by), `± ${inUnit(String(half), by)}`];
  const decimals = 1 - Math.floor(Math.log10(half));
  return [
    inUnit(rounded(mean, decimals), by),
    `± ${inUnit(rounded(half, decimals), by)}`,
  ];
}

/** Half-widths that are a smaller share of the mean are told apart from it. */
const LEAST_SHARE = 1e-6;

/** To so many decimals; to tens, hundreds, … where they are negative. */
function rounded(value: number, decimals: number): string {
  if (decimals >= 0) {
    const text = value.toFixed(decimals);
    return Number(text) === 0 ? (0).toFixed(decimals) : text;
  }
  const step = 10 ** -decimals;
  // Why the sum: there is no -0 in a table.
  return String(Math.round(value / step) * step + 0);
}

/** Five significant figures; whole numbers as they are. */
export const figures = (value: number): string =>
  Number.isInteger(value)
    ? String(value)
    : String(Number(value.toPrecision(5)));
