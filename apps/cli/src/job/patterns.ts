/** Who sends to whom at a time: ranks. */
export interface Phase {
  readonly name: string;
  /** Of a shift, made each time that they are read: all shifts of many ranks would fill the memory. */
  readonly flows: readonly (readonly [from: number, to: number])[];
  /** Flows that every rank that sends has at its own port at least: what no fabric could avoid. */
  readonly perHost: number;
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
  const all = Array.from({ length: ranks }, (_, rank) => rank);
  const shift = (by: number) =>
    all.map((rank) => [rank, (rank + by) % ranks] as const);
  switch (pattern) {
    case "ring":
      yield { name: "ring", flows: shift(1), perHost: 1 };
      return;
    case "shift":
      for (let by = 1; by < ranks; by++)
        yield {
          name: `shift ${by}`,
          get flows() {
            return shift(by);
          },
          perHost: 1,
        };
      return;
    case "recursive-doubling": {
      const power = 2 ** Math.floor(Math.log2(ranks));
      const rest = all.slice(power);
      if (rest.length > 0)
        yield {
          name: "fold",
          flows: rest.map((rank) => [rank, rank - power]),
          perHost: 1,
        };
      for (let bit = 1; bit < power; bit *= 2)
        yield {
          name: `distance ${bit}`,
          flows: all.slice(0, power).map((rank) => [rank, rank ^ bit]),
          perHost: 1,
        };
      if (rest.length > 0)
        yield {
          name: "unfold",
          flows: rest.map((rank) => [rank - power, rank]),
          perHost: 1,
        };
      return;
    }
    case "alltoall":
      yield {
        name: "all at once",
        flows: all.flatMap((from) =>
          all
            .filter((to) => to !== from)
            .map((to) => [from, to] as [number, number]),
        ),
        perHost: ranks - 1,
      };
  }
}
