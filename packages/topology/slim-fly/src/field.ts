/** A Galois field of q elements, 0 to q - 1: the digits of a number to base p are the coefficients of a polynomial. 0 and 1 are what they are called. */
export interface Field {
  readonly order: number;
  /** ξ^0, ξ^1, …, ξ^(q-2) of a primitive element ξ: all elements but 0. */
  readonly powers: readonly number[];
  sum(a: number, b: number): number;
  product(a: number, b: number): number;
}

/** p and n of q = p^n; undefined where q is no power of a prime. */
export function primePower(
  q: number,
): { readonly prime: number; readonly power: number } | undefined {
  if (q < 2) return undefined;
  let prime = 2;
  while (q % prime !== 0) prime++;
  let power = 0;
  for (let rest = q; rest > 1; rest /= prime, power++)
    if (rest % prime !== 0) return undefined;
  return { prime, power };
}

/**
 * The field of q = p^n elements.
 *
 * Its ξ is a root of x^n = c, c being the least polynomial (as a number) for which the powers of x are all elements but 0; of a prime field the least primitive root. Complexity: O(q²).
 */
export function fieldOf(prime: number, power: number): Field {
  const order = prime ** power;
  const digit = (element: number, place: number): number =>
    Math.floor(element / place) % prime;
  const sum = (a: number, b: number): number => {
    let digits = 0;
    for (let place = 1; place < order; place *= prime)
      digits += place * ((digit(a, place) + digit(b, place)) % prime);
    return digits;
  };
  const top = order / prime;
  const powers = firstFound(1, (c) => {
    const found = [1];
    for (;;) {
      const last = found.at(-1)!;
      // x · last, in which x^n is replaced by c as often as it occurs.
      let next = (last % top) * prime;
      for (let times = digit(last, top); times > 0; times--)
        next = sum(next, c);
      if (next === 1 && found.length === order - 1) return found;
      if (next === 0 || next === 1 || found.length === order) return undefined;
      found.push(next);
    }
  });
  const log = new Int32Array(order);
  powers.forEach((element, exponent) => (log[element] = exponent));
  return {
    order,
    powers,
    sum,
    product: (a, b) =>
      a === 0 || b === 0 ? 0 : powers[(log[a]! + log[b]!) % (order - 1)]!,
  };
}

/** What `find` returns for the first number from `from` on for which it returns something: every field has a primitive element. */
function firstFound<T>(from: number, find: (n: number) => T | undefined): T {
  for (let n = from; ; n++) {
    const found = find(n);
    if (found !== undefined) return found;
  }
}
