import type { RandomStream } from "@fabriclab/spec";

/** Picks a service level for a message to `dlid`. */
export type ServiceLevelChoice = (dlid: number) => number;

/** How one stream chooses among several service levels. */
export function serviceLevelChoice(
  levels: readonly number[],
  how: "round-robin" | "random" | "hash",
  random: RandomStream,
): ServiceLevelChoice {
  const [only] = levels;
  if (levels.length === 1 && only !== undefined) return () => only;
  const at = (index: number): number => levels[index] ?? 0;
  if (how === "random") return () => at(random.below(levels.length));
  // Fibonacci hashing (Knuth, TAOCP 6.4): neighbouring LIDs fall on different levels for any number of them.
  if (how === "hash")
    return (dlid) => at((Math.imul(dlid, 0x9e3779b1) >>> 16) % levels.length);
  let turn = -1;
  return () => {
    turn = (turn + 1) % levels.length;
    return at(turn);
  };
}
