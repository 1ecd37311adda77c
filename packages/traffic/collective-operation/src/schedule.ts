import { postalTree } from "@fabriclab/spec";

/** Software collectives, and a broadcast by the switches. */
export const ALGORITHMS = [
  "sequence",
  "tree",
  "multicast",
  "central",
  "dissemination",
] as const;
export type Algorithm = (typeof ALGORITHMS)[number];

/** The addressee of a multicast packet: everybody else. */
export const EVERYBODY = -1;

/** One message that a processor sends. */
export interface Send {
  /** Rank, or `EVERYBODY`. */
  readonly to: number;
  /** Ranks whose messages it waits for, besides the sends before it. */
  readonly after: readonly number[];
}

/** What the processors of an operation do, by rank. */
export interface Schedule {
  readonly sends: readonly (readonly Send[])[];
  /** Messages that arrive in all. */
  readonly deliveries: number;
}

const upTo = (count: number): number[] =>
  Array.from({ length: count }, (_, rank) => rank);

/**
 * Who sends what to whom, and after what. Rank 0 is the source of a broadcast and the counter of a central barrier.
 *
 * @param lambda latency of a message in gaps, for `tree`
 * @throws FabricError `E_SPEC_POSTAL_…`. O(messages); `tree` O(processors x steps).
 */
export function scheduleOf(
  algorithm: Algorithm,
  processors: number,
  lambda: number,
): Schedule {
  const others = upTo(processors).slice(1);
  const nothing = upTo(processors).map((): Send[] => []);
  switch (algorithm) {
    case "multicast": {
      nothing[0]?.push({ to: EVERYBODY, after: [] });
      return { sends: nothing, deliveries: others.length };
    }
    case "sequence": {
      nothing[0]?.push(...others.map((to) => ({ to, after: [] })));
      return { sends: nothing, deliveries: others.length };
    }
    case "tree": {
      const parent = new Map<number, number>();
      for (const { from, to } of postalTree(lambda, processors)) {
        parent.set(to, from);
        const above = parent.get(from);
        nothing[from]?.push({ to, after: above === undefined ? [] : [above] });
      }
      return { sends: nothing, deliveries: others.length };
    }
    case "central": {
      for (const rank of others) nothing[rank]?.push({ to: 0, after: [] });
      nothing[0]?.push(...others.map((to) => ({ to, after: others })));
      return { sends: nothing, deliveries: 2 * others.length };
    }
    case "dissemination": {
      const rounds = Math.ceil(Math.log2(processors));
      for (let round = 0; round < rounds; round += 1) {
        const reach = 2 ** round;
        for (const rank of upTo(processors)) {
          // The message of the round before came from half as far behind.
          const before = (rank - reach / 2 + processors) % processors;
          nothing[rank]?.push({
            to: (rank + reach) % processors,
            after: round === 0 ? [] : [before],
          });
        }
      }
      return { sends: nothing, deliveries: rounds * processors };
    }
  }
}
