const view = new DataView(new ArrayBuffer(8));

const BIAS = 1023;
/** Biased exponent of a double -> the power of two that brings it into [1, 2). */
const SCALES = Float64Array.from({ length: 2 * BIAS + 1 }, (_, biased) =>
  biased === 0 ? Number.NaN : 2 ** (BIAS - biased),
);

const LN2_HIGH = 0.69314718036912381649; // upper 33 bits of ln 2: exact when multiplied by an exponent
const LN2_LOW = 1.90821492927058770002e-10; // the rest

/**
 * Natural logarithm of a normal positive number, from additions, multiplications and divisions only.
 *
 * Why: `Math.log` may differ in its last bit between engines, and a run must give the same bytes everywhere. Writes x = m 2^e with m in
 * (1/√2, √2], then ln m = 2 atanh(s) with s = (m-1)/(m+1), |s| <= 0.1716, by its series up to s^21 (remainder < 1e-18 of the sum).
 * Relative error below 4 units in the last place.
 */
export function logarithm(x: number): number {
  view.setFloat64(0, x, true);
  const biased = view.getInt32(4, true) >>> 20;
  let exponent = biased - BIAS;
  // Why not by setting the exponent's bits: reading a double of which a half was just written waits for the store. The product is exact.
  let m = x * SCALES[biased]!;
  if (m > Math.SQRT2) {
    m /= 2;
    exponent += 1;
  }
  const s = (m - 1) / (m + 1);
  const q = s * s;
  // Why written out: the quotients are then constants; in a loop they were nine divisions.
  let series = 1 / 21;
  series = series * q + 1 / 19;
  series = series * q + 1 / 17;
  series = series * q + 1 / 15;
  series = series * q + 1 / 13;
  series = series * q + 1 / 11;
  series = series * q + 1 / 9;
  series = series * q + 1 / 7;
  series = series * q + 1 / 5;
  series = series * q + 1 / 3;
  // The leading term is kept apart so that a value near 1 loses nothing.
  return (
    exponent * LN2_HIGH + (2 * s + (2 * s * q * series + exponent * LN2_LOW))
  );
}
