import { FabricError } from "@fabriclab/spec";
import { incompleteBeta } from "./incomplete-beta.ts";

/** P(T > t) for t >= 0 and Student's t distribution with `df` degrees of freedom. */
function upperTail(t: number, df: number): number {
  return 0.5 * incompleteBeta(df / (df + t * t), df / 2, 0.5);
}

/**
 * Quantile of Student's t distribution: the t with P(T <= t) = p.
 *
 * The tail is I_x(df/2, 1/2)/2 with x = df/(df+t²) (Abramowitz & Stegun 26.7.1); its root is bracketed by doubling and bisected down to the
 * last bits, so the answer is good to about 1e-12 for any number of degrees of freedom, fractional ones included.
 *
 * @param p probability, 0 < p < 1
 * @param df degrees of freedom, > 0
 * @throws FabricError `E_SIM_PROBABILITY`, `E_SIM_DEGREES_OF_FREEDOM`
 */
export function studentTQuantile(p: number, df: number): number {
  if (!(p > 0 && p < 1)) {
    throw new FabricError({
      code: "E_SIM_PROBABILITY",
      message: "a quantile needs a probability",
      got: String(p),
      expected: "a number between 0 and 1, both excluded",
    });
  }
  if (!(df > 0 && Number.isFinite(df))) {
    throw new FabricError({
      code: "E_SIM_DEGREES_OF_FREEDOM",
      message: "Student's t distribution needs degrees of freedom",
      got: String(df),
      expected: "a finite number above 0",
    });
  }
  if (p === 0.5) return 0;
  if (p < 0.5) return -studentTQuantile(1 - p, df);
  const tail = 1 - p;
  let low = 0;
  let high = 1;
  while (upperTail(high, df) > tail) {
    low = high;
    high *= 2;
  }
  for (;;) {
    const middle = 0.5 * (low + high);
    if (middle <= low || middle >= high || high - low < 1e-14 * high)
      return middle;
    if (upperTail(middle, df) > tail) low = middle;
    else high = middle;
  }
}
