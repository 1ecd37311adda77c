import { z } from "zod";
import { choiceParam } from "./params.ts";
import type { RandomStream } from "./traffic.ts";

const level = z.int().min(0).max(15);

/** How a source takes one of several service levels for its next packet or message. */
export const SERVICE_LEVEL_CHOICES = ["round-robin", "random", "hash"] as const;

/** A service level, or a list of them to choose from. Absent = a default of the traffic's own. */
export const serviceLevelsParam = (meaning: string) =>
  z
    .union([level, z.array(level).min(1)], {
      error: "a service level 0-15, or a list of them",
    })
    .optional()
    .describe(meaning)
    .meta({ unit: "SL" });

/** How one of several service levels is chosen; the default is round-robin. */
export const serviceLevelChoiceParam = (meaning: string) =>
  choiceParam(SERVICE_LEVEL_CHOICES, "round-robin").describe(meaning);

/** Picks a service level for what is sent to `dlid`. */
export type ServiceLevelChoice = (dlid: number) => number;

/**
 * How one stream chooses among several service levels.
 *
 * @param random drawn from only where `how` is `random`
 * @param first place in `levels` at which a round-robin begins
 */
export function serviceLevelChoice(
  levels: readonly number[],
  how: (typeof SERVICE_LEVEL_CHOICES)[number],
  random: RandomStream,
  first = 0,
): ServiceLevelChoice {
  const [only] = levels;
  if (levels.length === 1 && only !== undefined) return () => only;
  const at = (index: number): number => levels[index] ?? 0;
  if (how === "random") return () => at(random.below(levels.length));
  // Fibonacci hashing (Knuth, TAOCP 6.4): neighbouring LIDs fall on different levels for any number of them.
  if (how === "hash")
    return (dlid) => at((Math.imul(dlid, 0x9e3779b1) >>> 16) % levels.length);
  let turn = first - 1;
  return () => {
    turn = (turn + 1) % levels.length;
    return at(turn);
  };
}
