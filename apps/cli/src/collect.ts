/** For commander: a repeatable option's values, in order. */
export const collect = (
  value: string,
  before: readonly string[] = [],
): string[] => [...before, value];

const collectors = new WeakSet<object>([collect]);

/**
 * For commander: an option of names with commas between, which holds the names of all times that it is given. Why one for each option: commander tells no
 * default from what was given before.
 */
export function collectNames(): (value: string) => string {
  const given: string[] = [];
  const add = (value: string): string => {
    given.push(value);
    return given.join(",");
  };
  collectors.add(add);
  return add;
}

/** Whether an option that is parsed so holds the values of all times that it is given; else the last one's alone. */
export const collects = (parse: unknown): boolean =>
  typeof parse === "function" && collectors.has(parse);
