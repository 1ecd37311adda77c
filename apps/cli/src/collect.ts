/** For commander: a repeatable option's values, in order. */
export const collect = (
  value: string,
  before: readonly string[] = [],
): string[] => [...before, value];
