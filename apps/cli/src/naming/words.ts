export { many } from "@fabriclab/spec";

/** `542 compute, 40 aggregation node` */
export const list = (entries: readonly (readonly [string, number])[]): string =>
  entries.map(([name, count]) => `${count} ${name}`).join(", ");

/** Four significant figures. */
export const figures = (value: number): string =>
  Number.isInteger(value)
    ? String(value)
    : String(Number(value.toPrecision(4)));
