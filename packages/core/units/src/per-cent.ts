/** A share as per cent with the digits that it was given with, `99.95 %`: neither rounded to 100 nor 56.99999999999999 of 0.57. */
export const perCent = (share: number): string =>
  `${Number((100 * share).toPrecision(12))} %`;
