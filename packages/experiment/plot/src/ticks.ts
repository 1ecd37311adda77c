import type { Axis } from "./chart.ts";

/** Where the ticks of an axis go: as it says, or at round values within the range. */
export function ticksOf(axis: Axis, low: number, high: number): number[] {
  if (axis.ticks !== undefined) return [...axis.ticks];
  return axis.scale === "log" ? logTicks(low, high) : linearTicks(low, high);
}

/** More powers of ten than this are not written beside each other: then every second, every fifth, … is. */
const MOST_DECADES = 12;

/** Powers of ten, of very many those of a round power; with 2 and 5 between them where that leaves fewer than four. */
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
  if (decades.length > MOST_DECADES) {
    const every = linearTicks(0, decades.length)[1] ?? 1;
    return decades.filter((tick) => Math.round(Math.log10(tick)) % every === 0);
  }
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
  // Why of the range, not of its ends: far from 0 a small part of an end is several steps.
  const margin = (high - low) * 1e-4;
  const last = Math.floor((high + margin) / step);
  for (let k = Math.ceil((low - margin) / step); k <= last; k += 1) {
    ticks.push(Number((k * step).toPrecision(12)));
  }
  return ticks;
}

/** The shortest way to write a number that keeps four figures: `0.5`, `20`, `20 000`, `1e6`. */
export const plain = (value: number): string => inFigures(value, FIGURES);

const FIGURES = 4;
/** Ticks are computed to so many. */
const MOST_FIGURES = 12;

/** A number rounded to so many figures. With more than four, a whole number is written out as far as it can be read: `1 048 576`. */
function inFigures(value: number, figures: number): string {
  const rounded = Number(value.toPrecision(figures));
  const size = Math.abs(rounded);
  const isWrittenOut =
    figures > FIGURES && size < 1e9 && Number.isInteger(rounded);
  if (size !== 0 && ((size >= 1e6 && !isWrittenOut) || size < 1e-3)) {
    const [lead, power] = rounded.toExponential().split("e");
    return `${String(lead)}e${Number(power)}`;
  }
  const [whole = "", part] = String(rounded).split(".");
  const grouped =
    size >= 10_000 ? whole.replace(/\B(?=(\d{3})+$)/g, " ") : whole;
  return part === undefined ? grouped : `${grouped}.${part}`;
}

/**
 * The texts of an axis's ticks: with four figures, or as many more as tell each tick from its neighbours and say where it stands (100 001, not 100 000 once
 * again).
 */
export function tickTexts(axis: Axis, ticks: readonly number[]): string[] {
  const { format } = axis;
  if (format !== undefined) return ticks.map((tick) => format(tick));
  const sorted = [...ticks].sort((a, b) => a - b);
  const gap = Math.min(
    ...sorted.slice(1).map((tick, at) => tick - (sorted[at] ?? 0)),
  );
  const isExact = (figures: number): boolean =>
    ticks.every(
      (tick) =>
        Math.abs(Number(tick.toPrecision(figures)) - tick) <= gap * 1e-3,
    );
  let figures = FIGURES;
  while (figures < MOST_FIGURES && !isExact(figures)) figures += 1;
  return ticks.map((tick) => inFigures(tick, figures));
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
