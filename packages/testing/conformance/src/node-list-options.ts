import type { RoutingPlugin } from "@fabriclab/spec";
import type { Finding } from "./check.ts";

/** Looks for a list of nodes that a routing says it takes by a parameter that it does not have: who gives the list would be refused. */
export function unknownListOption({
  name,
  lists = {},
  params,
}: Pick<RoutingPlugin, "name" | "lists" | "params">): Finding | undefined {
  for (const [list, option] of Object.entries(lists))
    if (!(option in params.shape))
      return {
        what: `lists.${list} names ${option}, which is no parameter`,
        where: `routing ${name}`,
        todo: "give the name of a parameter as a user writes it",
      };
  return undefined;
}
