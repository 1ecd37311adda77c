import type { SwitchLinks } from "@fabriclab/paths";
import type { SwitchIx } from "@fabriclab/units";
import { autonetLoad } from "./autonet-load.ts";
import type { RouteLoad } from "./load.ts";
import { AT_ONCE, manyWays } from "./many-ways.ts";
import type { UpDownOrder } from "./order.ts";
import { treeLoad } from "./tree.ts";

/** Tries a root: what its routes load channels with, or undefined where a channel carries more than `limit`. */
export type Trial = (root: SwitchIx, limit: number) => RouteLoad | undefined;

/** What trials are made of. */
export interface TrialParts {
  readonly links: SwitchLinks;
  readonly orderFrom: (roots: readonly SwitchIx[]) => UpDownOrder;
  readonly mode: "autonet" | "tree";
  readonly descend: "unless-longer" | "always";
}

/**
 * Trials of the roots of a part of the fabric.
 *
 * Complexity: O(links) for a root along the tree; else `autonetLoad`'s.
 *
 * @param hosts switch -> hosts of the part
 */
export function trialOf(
  { links, orderFrom, mode, descend }: TrialParts,
  hosts: Int32Array,
): Trial {
  if (mode === "tree")
    return (root, limit) => {
      const load = treeLoad(links, orderFrom([root]), hosts);
      return load.busiest > limit ? undefined : load;
    };
  const all = [...hosts.keys()].filter(
    (sw) => (hosts[sw] ?? 0) > 0,
  ) as SwitchIx[];
  let first = 0;
  return (root, limit) => {
    const order = orderFrom([root]);
    const ways = manyWays(links, order, descend === "unless-longer");
    const load = autonetLoad(order, ways, {
      hosts,
      // Roots that are tried one after the other often have their busiest channels on ways to destinations near each other: the next begins a little before those that
      // were too much for the last.
      destinations: [...all.slice(first), ...all.slice(0, first)],
      limit,
    });
    if (typeof load !== "number") return load;
    first = (first + load + all.length - (AT_ONCE % all.length)) % all.length;
    return undefined;
  };
}
