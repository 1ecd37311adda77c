/** ColorBrewer's sequential blues (C. Brewer, M. Harrower), light to dark: hot channels come forward, also in print and for colour-blind eyes. */
const BLUES = [
  "#c6dbef",
  "#9ecae1",
  "#6baed6",
  "#4292c6",
  "#2171b5",
  "#08306b",
] as const;

export const PLAIN = "#9aa5b1";
export const DARK = "#b8b8b8";
/** How a cable is drawn that is slower than most. */
export const SLOW = 'stroke="#263238" stroke-width="3" stroke-dasharray="7 4"';
/** Okabe and Ito's vermilion. */
export const CYCLE = "#D55E00";

/** Loads from `low` to `high` have one colour. */
export interface LoadClass {
  readonly low: number;
  readonly high: number;
  readonly colour: string;
  readonly width: number;
}

/** Loads above 0, of which an idle channel is none. */
interface LoadRange {
  readonly least: number;
  readonly greatest: number;
  /** All are whole numbers, so that a class ends at one. */
  readonly whole: boolean;
  /** A channel has none. */
  readonly idle: boolean;
}

export function rangeOf(loads: readonly number[]): LoadRange {
  let least = Infinity;
  let greatest = 0;
  for (const load of loads) {
    greatest = Math.max(greatest, load);
    if (load > 0) least = Math.min(least, load);
  }
  return {
    least,
    greatest,
    whole: loads.every(Number.isInteger),
    idle: loads.includes(0),
  };
}

/** Up to six classes of equal width, from the first above `from` to the greatest load. */
export function loadClasses(
  { greatest, whole }: LoadRange,
  from = 0,
): LoadClass[] {
  const over = greatest - from;
  if (over <= 0) return [];
  const count = whole ? Math.min(BLUES.length, over) : BLUES.length;
  return Array.from({ length: count }, (_, k) => {
    const edge = (at: number): number => {
      // The last one is the greatest load, not what rounding makes of it.
      if (at === count) return greatest;
      const value = from + (over * at) / count;
      return whole ? Math.floor(value) : value;
    };
    // With fewer classes than colours, the dark end is kept.
    const colour = BLUES[BLUES.length - count + k] ?? BLUES[0];
    return {
      low: whole ? edge(k) + 1 : edge(k),
      high: edge(k + 1),
      colour,
      width: 1.6 + (1.8 * (k + 1)) / count,
    };
  });
}

/** Whether a scale from 0 has room for loads that differ in its two greatest classes only, so that it shows next to no difference. */
export function isClose(range: LoadRange): boolean {
  const classes = loadClasses(range);
  const { least, greatest, whole } = range;
  return (
    least < greatest &&
    // A class for every number: nothing shows more.
    !(whole && greatest <= BLUES.length) &&
    classOf(classes, least) >= classes.length - 2
  );
}

/** From the least load: the classes of loads that a scale from 0 shows as one. */
export const closeClasses = (range: LoadRange): LoadClass[] =>
  loadClasses(range, range.whole ? range.least - 1 : range.least);

/** Index of the class that a load falls into; -1 for no load. */
export function classOf(classes: readonly LoadClass[], load: number): number {
  if (load <= 0) return -1;
  const found = classes.findIndex(({ high }) => load <= high);
  return found < 0 ? classes.length - 1 : found;
}
