import type { RoutingPlugin } from "@fabriclab/spec";
import type { ListsOf } from "./row.ts";

/** Lists of nodes that a user may have and that the fabric's shape suggests. */
export const LISTS = ["roots", "compute", "io"] as const;

export type ListName = (typeof LISTS)[number];

/** Those of some lists that are not empty and that a routing takes. */
export const listsTaken = (
  plugin: Pick<RoutingPlugin, "lists">,
  lists: Pick<ListsOf, ListName>,
): ListName[] =>
  LISTS.filter(
    (list) => plugin.lists?.[list] !== undefined && lists[list].length > 0,
  );

/** The same as options of the routing, under the names that it has for them. */
export const listOptions = (
  plugin: Pick<RoutingPlugin, "lists">,
  lists: Pick<ListsOf, ListName>,
): Record<string, readonly string[]> =>
  Object.fromEntries(
    listsTaken(plugin, lists).map((list) => [
      plugin.lists![list]!,
      lists[list],
    ]),
  );
