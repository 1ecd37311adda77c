import type { EndportIx } from "@fabriclab/units";

/** Flows that all run at once: rank `from[i]` sends to rank `to[i]`. */
export interface Flows {
  readonly from: Int32Array;
  readonly to: Int32Array;
}

/** Who sends to whom at a time. */
export interface Phase {
  readonly name: string;
  /** Makes them: those of all phases of many ranks would fill the memory. */
  readonly flows: () => Flows;
  /** Flows that every rank that sends has at its own port at least: what no fabric could avoid. */
  readonly perHost: number;
}

/** The endports of ranks, in place of them. */
export function placed(
  ranks: Int32Array,
  hosts: readonly EndportIx[],
): ArrayLike<EndportIx> {
  for (const [flow, rank] of ranks.entries()) ranks[flow] = hosts[rank] ?? 0;
  return ranks as unknown as ArrayLike<EndportIx>;
}

export const PATTERNS = [
  "ring",
  "shift",
  "recursive-doubling",
  "alltoall",
] as const;
export type Pattern = (typeof PATTERNS)[number];

/**
 * The phases of a communication pattern among `ranks` hosts.
 *
 * - ring: one phase, rank i to i + 1.
 * - shift: ranks - 1 phases, i to i + s; the linear-shift algorithm of an all-to-all.
 * - recursive-doubling: i with i XOR 2^k. Where `ranks` is no power of two, those beyond the largest power hand their part to a rank below first, and get the
 *   result at the end (Thakur, Rabenseifner, Gropp 2005).
 * - alltoall: one phase, everybody to everybody at once.
 *
 * Phases are made one at a time: shifts of many ranks are many.
 */
export function* phasesOf(pattern: Pattern, ranks: number): Generator<Phase> {
  const shift = (by: number): Phase =>
    phase(`shift ${by}`, ranks, itself, (rank) => (rank + by) % ranks);
  switch (pattern) {
    case "ring":
      yield { ...shift(1), name: "ring" };
      return;
    case "shift":
      for (let by = 1; by < ranks; by++) yield shift(by);
      return;
    case "recursive-doubling": {
      const power = 2 ** Math.floor(Math.log2(ranks));
      const rest = ranks - power;
      const beyond = (i: number) => power + i;
      if (rest > 0) yield phase("fold", rest, beyond, itself);
      for (let bit = 1; bit < power; bit *= 2)
        yield phase(`distance ${bit}`, power, itself, (rank) => rank ^ bit);
      if (rest > 0) yield phase("unfold", rest, itself, beyond);
      return;
    }
    case "alltoall": {
      const others = ranks - 1;
      const from = (flow: number) => Math.floor(flow / others);
      const to = (flow: number) => {
        const other = flow % others;
        return other < from(flow) ? other : other + 1;
      };
      yield phase("all at once", ranks * others, from, to, others);
    }
  }
}

const itself = (rank: number): number => rank;

/** A phase of `count` flows, whose ranks are told by the flow's number. */
const phase = (
  name: string,
  count: number,
  from: (flow: number) => number,
  to: (flow: number) => number,
  perHost = 1,
): Phase => ({
  name,
  flows: () => {
    const flows = { from: new Int32Array(count), to: new Int32Array(count) };
    for (let flow = 0; flow < count; flow++) {
      flows.from[flow] = from(flow);
      flows.to[flow] = to(flow);
    }
    return flows;
  },
  perHost,
});
