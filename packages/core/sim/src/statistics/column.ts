/**
 * One number of each item, in order.
 *
 * Why no plain array: V8 keeps arrays of whole numbers and of others apart, so that code which has seen the one is compiled anew when the other comes. A
 * sweep of short runs spends more time on that than on the numbers.
 */
export function columnOf<T>(
  items: readonly T[],
  number: (item: T) => number,
): Float64Array {
  const column = new Float64Array(items.length);
  for (let i = 0; i < items.length; i += 1) column[i] = number(items[i]!);
  return column;
}
