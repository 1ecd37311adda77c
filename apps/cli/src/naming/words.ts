export { many } from "@fabriclab/spec";

/** `542 compute, 40 aggregation node` */
export const list = (entries: readonly (readonly [string, number])[]): string =>
  entries.map(([name, count]) => `${count} ${name}`).join(", ");

/** Four significant figures. */
export const figures = (value: number): string =>
  Number.isInteger(value)
    ? String(value)
    : String(Number(value.toPrecision(4)));

/** `, and 3 more`; empty where all are shown. */
const more = (count: number, shown: number): string =>
  count > shown ? `, and ${count - shown} more` : "";

/** `A, B, and 3 more`, of `count`. */
export const listed = (names: readonly string[], count: number): string =>
  `${names.join(", ")}${more(count, names.length)}`;

/** The line behind a list of examples: `    … and 3 more`; none where all are shown. */
export const moreLine = (count: number, shown: number): string[] =>
  count > shown ? [`    … and ${count - shown} more`] : [];
