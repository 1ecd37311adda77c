const LN2_HIGH = 0.69314718036912381649; // upper 33 bits of ln 2: exact when multiplied by an exponent
const LN2_LOW = 1.90821492927058770002e-10; // the rest

/**
 * e^x for |x| < 700, from additions, multiplications and divisions only. Relative error below 4 units in the last place.
 *
 * Why: `Math.exp` may differ in its last bit between engines, and a run must give the same bytes everywhere.
 */
export function exponential(x: number): number {
  const halvings = Math.round(x / (LN2_HIGH + LN2_LOW));
  const r = x - halvings * LN2_HIGH - halvings * LN2_LOW;
  // Horner's form of the series; |r| <= 0.3466, so that the remainder is below 1e-17.
  let series = 1;
  for (let n = 14; n >= 1; n--) series = 1 + (series * r) / n;
  const factor = halvings < 0 ? 0.5 : 2;
  for (let n = Math.abs(halvings); n > 0; n--) series *= factor;
  return series;
}

/** ln y for y from 1 to about 10: the x with `exponential(x)` = y, by Halley's iteration. */
export function naturalLog(y: number): number {
  let x = 0;
  for (let round = 0; round < 8; round++) {
    const e = exponential(x);
    x += (2 * (y - e)) / (y + e);
  }
  return x;
}
