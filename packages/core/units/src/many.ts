/** A count with its noun: `1 switch`, `2 switches`. Large numbers keep their digits, so that they can be compared. */
export const many = (count: number, one: string, more = `${one}s`): string =>
  `${count} ${count === 1 ? one : more}`;
