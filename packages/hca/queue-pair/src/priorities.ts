import { FabricError } from "@fabriclab/spec";

/** Management packets are served as a level of their own, before all others. */
export const MANAGEMENT_CLASS = 16;

/**
 * Rank of every service level, and of management packets at `MANAGEMENT_CLASS`: the least is served first.
 *
 * @param first levels that go first, in their order
 * @throws FabricError E_QUEUE_PAIR_PRIORITY where a level is named twice
 */
export function ranksOf(first: readonly number[]): Uint8Array {
  const twice = first.find((sl, i) => first.indexOf(sl) !== i);
  if (twice !== undefined)
    throw new FabricError({
      code: "E_QUEUE_PAIR_PRIORITY",
      message: `priority names SL ${twice} twice`,
      where: { path: "priority" },
      got: first.join(", "),
      expected: "each service level once at most",
    });
  const rest = Array.from({ length: 16 }, (_, sl) => sl).filter(
    (sl) => !first.includes(sl),
  );
  const ranks = new Uint8Array(17);
  [MANAGEMENT_CLASS, ...first, ...rest].forEach((level, rank) => {
    ranks[level] = rank;
  });
  return ranks;
}
