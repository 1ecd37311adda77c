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
/** Okabe and Ito's vermilion. */
export const CYCLE = "#D55E00";

/** Loads from `low` to `high` have one colour. */
export interface LoadClass {
  readonly low: number;
  readonly high: number;
  readonly colour: string;
  readonly width: number;
}

/** Up to six classes of equal width, from the first above 0 to the greatest load. */
export function loadClasses(greatest: number): LoadClass[] {
  if (greatest <= 0) return [];
  const whole = Number.isInteger(greatest);
  const count = whole ? Math.min(BLUES.length, greatest) : BLUES.length;
  return Array.from({ length: count }, (_, k) => {
    const edge = (at: number): number => {
      const value = (greatest * at) / count;
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

/** Index of the class that a load falls into; -1 for no load. */
export function classOf(classes: readonly LoadClass[], load: number): number {
  if (load <= 0) return -1;
  const found = classes.findIndex(({ high }) => load <= high);
  return found < 0 ? classes.length - 1 : found;
}
