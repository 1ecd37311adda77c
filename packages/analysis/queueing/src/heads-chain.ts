/** Heads of line per output, largest first: a partition. */
type State = readonly number[];

/** Probability flow from one state to another. */
interface Move {
  readonly to: number;
  readonly chance: number;
}

/** The Markov chain of heads of line over outputs in a saturated input-queued switch. */
export interface HeadsChain {
  readonly states: number;
  /** Mean share of outputs that have a head, in the steady state. */
  saturation(): number;
}

/**
 * States are partitions of 0 … `heads` into at most `outputs` parts, since outputs are alike. A slot is: every non-empty output loses one
 * head; then that many heads are thrown one by one at random outputs.
 *
 * @returns undefined when there would be more than `maxStates` partitions
 */
export function headsChain(
  outputs: number,
  heads: number,
  maxStates: number,
): HeadsChain | undefined {
  const states = partitionsUpTo(heads, outputs);
  if (states > maxStates) return undefined;
  const sizes: State[][] = [[[]]];
  for (let size = 1; size <= heads; size++) {
    const grown = new Map<string, State>();
    for (const state of sizes[size - 1] ?? [])
      for (const { next } of throwsOf(state, outputs))
        grown.set(next.join(), next);
    sizes.push([...grown.values()]);
  }
  const index = sizes.map(
    (states) => new Map(states.map((state, i) => [state.join(), i] as const)),
  );
  const at = (size: number, state: State): number =>
    index[size]?.get(state.join()) ?? -1;
  // size -> state -> moves to states of size + 1
  const throwing: Move[][][] = sizes.slice(0, -1).map((states, size) =>
    states.map((state) =>
      throwsOf(state, outputs).map(({ next, chance }) => ({
        to: at(size + 1, next),
        chance,
      })),
    ),
  );
  const full = sizes[heads] ?? [];
  const served = full.map((state) => {
    const left = state.map((n) => n - 1).filter((n) => n > 0);
    const size = heads - state.length;
    return { size, to: at(size, left) };
  });

  const slot = (from: Float64Array): Float64Array => {
    const mass = sizes.map((states) => new Float64Array(states.length));
    from.forEach((p, i) => {
      const { size, to } = served[i] ?? { size: 0, to: 0 };
      add(mass[size], to, p);
    });
    throwing.forEach((states, size) => {
      states.forEach((moves, i) => {
        const p = mass[size]?.[i] ?? 0;
        if (p === 0) return;
        for (const { to, chance } of moves) add(mass[size + 1], to, p * chance);
      });
    });
    return mass[heads] ?? from;
  };
  const busy = (p: Float64Array): number =>
    full.reduce((sum, state, i) => sum + (p[i] ?? 0) * state.length, 0) /
    outputs;

  return {
    states,
    saturation() {
      let p = new Float64Array(full.length).fill(1 / full.length);
      for (;;) {
        const next = slot(p);
        let moved = 0;
        next.forEach((chance, i) => (moved += Math.abs(chance - (p[i] ?? 0))));
        p = new Float64Array(next);
        // Total variation per slot; the chain mixes in a few dozen slots, so what is left is of this order too.
        if (moved < 1e-13) return busy(p);
      }
    },
  };
}

const add = (array: Float64Array | undefined, i: number, p: number): void => {
  if (array !== undefined) array[i] = (array[i] ?? 0) + p;
};

/** How many partitions of 0 … `total` have at most `parts` parts, counted as those whose parts are at most `parts` (their conjugates). */
function partitionsUpTo(total: number, parts: number): number {
  const ways = new Float64Array(total + 1);
  ways[0] = 1;
  for (let part = 1; part <= parts; part++)
    for (let sum = part; sum <= total; sum++)
      ways[sum] = (ways[sum] ?? 0) + (ways[sum - part] ?? 0);
  return ways.reduce((all, n) => all + n, 0);
}

/** States after one more head at a random output, with their chances. */
function throwsOf(
  state: State,
  outputs: number,
): { readonly next: State; readonly chance: number }[] {
  const found: { next: State; chance: number }[] = [];
  for (let i = 0; i < state.length; i++) {
    // The first of a run of equal parts stands for all of them and stays in order when it grows.
    if (i > 0 && state[i] === state[i - 1]) continue;
    const alike = state.filter((part) => part === state[i]).length;
    const next = state.map((part, k) => (k === i ? part + 1 : part));
    found.push({ next, chance: alike / outputs });
  }
  if (state.length < outputs)
    found.push({
      next: [...state, 1],
      chance: (outputs - state.length) / outputs,
    });
  return found;
}
