import type { Outcome } from "@fabriclab/experiment-executor-local";
import type { Removal } from "../removals.ts";

/** Removals of which some take the same cables away, as draws from a small fabric do: what they do is the same, and is tried once. */
export interface Repeats {
  /** Places of the removals that take away what none before them did. */
  readonly firsts: readonly number[];
  /** Removal -> place in `firsts` of the one that takes the same away. */
  readonly like: readonly number[];
}

/** O(cables taken away). */
export function repeatsOf(
  removals: readonly Pick<Removal, "links">[],
): Repeats {
  const known = new Map<string, number>();
  const firsts: number[] = [];
  const like = removals.map(({ links }, at) => {
    const key = links.join(",");
    const before = known.get(key);
    if (before !== undefined) return before;
    known.set(key, firsts.length);
    return firsts.push(at) - 1;
  });
  return { firsts, like };
}

/**
 * What came out after each removal, from what came out after the first of each kind. A repeat counts as tried where all before it were: after Ctrl-C those that come later
 * would make a few kinds look like many draws.
 */
export function ofEach(
  { firsts, like }: Repeats,
  outcomes: readonly Outcome[],
): Outcome[] {
  let areTried = true;
  return like.map((kind, at) => {
    const outcome = outcomes[kind] ?? { status: "stopped" };
    areTried &&= outcome.status !== "stopped";
    return areTried || firsts[kind] === at ? outcome : { status: "stopped" };
  });
}
