import type { Levels } from "./size.ts";

/**
 * Node descriptions: `SW(2;3.0)` is a switch of level 2 from the hosts, in subtree 3, the first of its tops; `P(3.1.7)` the host at the end of the way down by these
 * children.
 */

/** @param level 0 = leaf @param at number within the level: subtree · tops + top */
export function switchLabel(levels: Levels, level: number, at: number): string {
  const tops = levels.parents.slice(0, level).reverse();
  const subtrees = levels.children.slice(level + 1);
  const digits = digitsOf(at, [...tops, ...subtrees]);
  return digits.length === 0
    ? `SW(${level + 1})`
    : `SW(${level + 1};${digits.join(".")})`;
}

export const hostLabel = ({ children }: Levels, pid: number): string =>
  `P(${digitsOf(pid, children).join(".")})`;

/** The digits of a number, the last of which counts to the first of `bases`. */
function digitsOf(number: number, bases: readonly number[]): number[] {
  const digits: number[] = [];
  let rest = number;
  for (const base of bases) {
    digits.unshift(rest % base);
    rest = Math.floor(rest / base);
  }
  return digits;
}
