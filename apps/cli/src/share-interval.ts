/** Of a normal variable, what 95 % lie within on either side, in standard deviations. */
const Z = 1.959963984540054;

/**
 * The 95 % confidence interval of a share, by what was counted: Wilson's, which holds for few counts and for none, too.
 *
 * E. B. Wilson: Probable inference, the law of succession, and statistical inference. Journal of the American Statistical Association 22, 209-212, 1927.
 *
 * @param of more than 0
 * @returns from 0 to 1
 */
export function shareInterval(
  count: number,
  of: number,
): readonly [from: number, to: number] {
  const z2 = Z * Z;
  const middle = (count + z2 / 2) / (of + z2);
  const half =
    (Z * Math.sqrt((count * (of - count)) / of + z2 / 4)) / (of + z2);
  return [Math.max(0, middle - half), Math.min(1, middle + half)];
}
