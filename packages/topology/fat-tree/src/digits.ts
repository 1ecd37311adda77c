/** The number of switch `w` within its level, or the PID of a host: the first digit is the most significant and may be as large as m-1. */
export function numberOf(digits: readonly number[], half: number): number {
  let value = 0;
  for (const digit of digits) value = value * half + digit;
  return value;
}

/** The inverse of `numberOf` for `length` digits, all but the first below `half`. */
export function digitsOf(
  value: number,
  length: number,
  half: number,
): number[] {
  const digits = new Array<number>(length).fill(0);
  let rest = value;
  for (let place = length - 1; place > 0; place--) {
    digits[place] = rest % half;
    rest = Math.floor(rest / half);
  }
  if (length > 0) digits[0] = rest;
  return digits;
}
