/** Seeded series with known means, for tests of statistics. */

/** A small generator (xorshift32 with a Weyl sequence), enough for synthetic series. */
export function uniforms(seed: number): () => number {
  let x = (Math.imul(seed, 0x9e3779b1) ^ 0x2545f491) | 1;
  let weyl = 0;
  const next = (): number => {
    x ^= x << 13;
    x ^= x >>> 17;
    x ^= x << 5;
    weyl = (weyl + 0x9e3779b9) | 0;
    return (((x + weyl) >>> 0) + 0.5) / 2 ** 32;
  };
  for (let i = 0; i < 16; i += 1) next();
  return next;
}

/** Standard normal deviates (Box-Muller). */
export function normals(seed: number): () => number {
  const u = uniforms(seed);
  return () => Math.sqrt(-2 * Math.log(u())) * Math.cos(2 * Math.PI * u());
}

/** First-order autoregression with mean `mean` and lag-1 correlation `phi`, started in its stationary distribution. */
export function autoregression(
  seed: number,
  length: number,
  mean: number,
  phi: number,
): number[] {
  const noise = normals(seed);
  const series: number[] = [];
  let state = noise() / Math.sqrt(1 - phi * phi);
  for (let i = 0; i < length; i += 1) {
    series.push(mean + state);
    state = phi * state + noise();
  }
  return series;
}

/** Waiting times of successive customers of an M/M/1 queue with service rate 1, begun empty (Lindley's recursion). */
export function waits(
  seed: number,
  length: number,
  load: number,
): { wait: number; arrival: number }[] {
  const u = uniforms(seed);
  const customers: { wait: number; arrival: number }[] = [];
  let wait = 0;
  let arrival = 0;
  for (let i = 0; i < length; i += 1) {
    customers.push({ wait, arrival });
    const service = -Math.log(u());
    const gap = -Math.log(u()) / load;
    wait = Math.max(0, wait + service - gap);
    arrival += gap;
  }
  return customers;
}
