/** `1 switch`, `2 switches`; large numbers keep their digits, so that they can be compared. */
export const many = (count: number, one: string, more = `${one}s`): string =>
  `${count} ${count === 1 ? one : more}`;

/** `542 compute, 40 aggregation node` */
export const list = (entries: readonly (readonly [string, number])[]): string =>
  entries.map(([name, count]) => `${count} ${name}`).join(", ");

/** Four significant figures. */
export const figures = (value: number): string =>
  Number.isInteger(value)
    ? String(value)
    : String(Number(value.toPrecision(4)));
