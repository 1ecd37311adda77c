import { FabricError } from "@fabriclab/spec";

const SQRT_PI = Math.sqrt(Math.PI);

/** Complementary error function for x >= 0: power series below 2.5, continued fraction above. */
function erfc(x: number): number {
  if (x < 2.5) {
    let term = x;
    let sum = x;
    for (let n = 1; Math.abs(term) > 1e-18 * Math.abs(sum); n += 1) {
      term *= (-x * x) / n;
      sum += term / (2 * n + 1);
    }
    return 1 - (2 / SQRT_PI) * sum;
  }
  // x + (1/2)/(x + 1/(x + (3/2)/(x + …))), backwards from a depth that is ample for x >= 2.5.
  let tail = x;
  for (let k = 80; k > 0; k -= 1) tail = x + k / 2 / tail;
  return Math.exp(-x * x) / (SQRT_PI * tail);
}

/** Distribution function of the standard normal distribution. */
export function normalCdf(z: number): number {
  const lower = 0.5 * erfc(Math.abs(z) / Math.SQRT2);
  return z < 0 ? lower : 1 - lower;
}

/**
 * Quantile of the standard normal distribution: the z with P(Z <= z) = p.
 *
 * Newton's method on ln Φ, which is concave: started left of the root (Φ(z) <= exp(-z²/2)/2 for z <= 0) it never leaves that side.
 *
 * @throws FabricError `E_SIM_PROBABILITY` unless 0 < p < 1.
 */
export function normalQuantile(p: number): number {
  if (!(p > 0 && p < 1)) {
    throw new FabricError({
      code: "E_SIM_PROBABILITY",
      message: "a quantile needs a probability",
      got: String(p),
      expected: "a number between 0 and 1, both excluded",
    });
  }
  if (p > 0.5) return -normalQuantile(1 - p);
  let z = -Math.sqrt(Math.max(0, -2 * Math.log(2 * p)));
  for (let step = 0; step < 100; step += 1) {
    const cdf = normalCdf(z);
    const density = Math.exp(-0.5 * z * z) / Math.sqrt(2 * Math.PI);
    const move = ((Math.log(p) - Math.log(cdf)) * cdf) / density;
    z += move;
    if (Math.abs(move) <= 1e-15 * (1 + Math.abs(z))) break;
  }
  return z;
}
