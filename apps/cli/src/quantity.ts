/** Five significant figures in a unit that suits: `1.2345 us`. */
export function quantity(value: number, unit: string): string {
  const picoseconds = { ps: 1, ns: 1e3, us: 1e6 }[unit];
  if (picoseconds !== undefined) {
    const ps = value * picoseconds;
    const [name, scale] =
      (
        [
          ["ms", 1e9],
          ["us", 1e6],
          ["ns", 1e3],
        ] as const
      ).find(([, one]) => Math.abs(ps) >= one) ?? (["ps", 1] as const);
    return `${figures(ps / scale)} ${name}`;
  }
  if (unit === "B/s") {
    const [name, scale] =
      (
        [
          ["TB/s", 1e12],
          ["GB/s", 1e9],
          ["MB/s", 1e6],
          ["kB/s", 1e3],
        ] as const
      ).find(([, one]) => Math.abs(value) >= one) ?? (["B/s", 1] as const);
    return `${figures(value / scale)} ${name}`;
  }
  return unit === "1" ? figures(value) : `${figures(value)} ${unit}`;
}

/** Five significant figures; whole numbers as they are. */
export const figures = (value: number): string =>
  Number.isInteger(value)
    ? String(value)
    : String(Number(value.toPrecision(5)));
