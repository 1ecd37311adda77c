/** For commander: a repeatable option's values, in order. */
export const collect = (
  value: string,
  before: readonly string[] = [],
): string[] => [...before, value];

/**
 * For commander: an option of names with commas between, which holds the names of all times that it is given. Why one for each option: commander tells no
 * default from what was given before.
 */
export function collectNames(): (value: string) => string {
  const given: string[] = [];
  return (value) => {
    given.push(value);
    return given.join(",");
  };
}
