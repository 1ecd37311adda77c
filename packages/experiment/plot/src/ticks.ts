import type { Axis } from "./chart.ts";

/** Where the ticks of an axis go: as it says, or at round values within the range. */
export function ticksOf(axis: Axis, low: number, high: number): number[] {
  if (axis.ticks !== undefined) return [...axis.ticks];
  return axis.scale === "log" ? logTicks(low, high) : linearTicks(low, high);
}

/** Powers of ten; with 2 and 5 between them where that leaves fewer than four. */
function logTicks(low: number, high: number): number[] {
  const within = (steps: readonly number[]): number[] => {
    const ticks: number[] = [];
    const last = Math.ceil(Math.log10(high));
    for (let e = Math.floor(Math.log10(low)); e <= last; e += 1) {
      for (const step of steps) {
        const tick = Number(`${step}e${e}`);
        // Why the margin: a range that ends at a tick by arithmetic should show it.
        if (tick >= low * 0.999 && tick <= high * 1.001) ticks.push(tick);
      }
    }
    return ticks;
  };
  const decades = within([1]);
  if (decades.length >= 4) return decades;
  const fifths = within([1, 2, 5]);
  return fifths.length >= 3 ? fifths : within([1, 1.5, 2, 3, 4, 5, 7]);
}

/** About five multiples of 1, 2 or 5 times a power of ten. */
function linearTicks(low: number, high: number): number[] {
  if (!(high > low)) return [low];
  const raw = (high - low) / 5;
  const power = Math.floor(Math.log10(raw));
  const lead = raw / 10 ** power;
  const step =
    (lead < 1.5 ? 1 : lead < 3.5 ? 2 : lead < 7.5 ? 5 : 10) * 10 ** power;
  const ticks: number[] = [];
  const last = Math.floor((high * 1.0001) / step);
  for (let k = Math.ceil((low * 0.9999) / step); k <= last; k += 1) {
    ticks.push(Number((k * step).toPrecision(12)));
  }
  return ticks;
}

/** The shortest way to write a number that keeps four figures: `0.5`, `20`, `20 000`, `1e6`. */
export function plain(value: number): string {
  if (value === 0) return "0";
  const size = Math.abs(value);
  const power = Math.floor(Math.log10(size));
  if (size >= 1e6 || size < 1e-3) {
    const lead = Number((value / 10 ** power).toPrecision(4));
    return lead === 1 ? `1e${power}` : `${lead}e${power}`;
  }
  const text = String(Number(value.toPrecision(4)));
  return size >= 10_000 ? text.replace(/\B(?=(\d{3})+$)/g, " ") : text;
}

/** `32 B`, `1 KB`, `128 KB`: sizes as papers print them, K = 1024. */
export function sizeLabel(bytes: number): string {
  if (bytes >= 2 ** 20) return `${plain(bytes / 2 ** 20)} MB`;
  if (bytes >= 1024) return `${plain(bytes / 1024)} KB`;
  return `${plain(bytes)} B`;
}

/** 0.4 -> `40 %`. */
export const percentLabel = (fraction: number): string =>
  `${plain(Number((fraction * 100).toPrecision(6)))} %`;
