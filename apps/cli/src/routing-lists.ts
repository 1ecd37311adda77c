import { findPlugin } from "@fabriclab/formats-scenario";
import { FabricError, type Fabric, type RoutingPlugin } from "@fabriclab/spec";
import { givenLists, type ListFiles } from "./compare/candidates.ts";
import { LISTS, type ListName } from "./compare/list-options.ts";
import type { Context } from "./context.ts";
import { givenBySet } from "./given-by-set.ts";
import type { TableFlags } from "./table-flags.ts";

/** The lists, for a routing that takes them. @throws FabricError `E_CLI_OPTION_CONFLICT` for one that does not, and for a list that `--set` gives, too */
export function optionsOf(
  context: Context,
  fabric: Fabric,
  flags: ListFiles & Pick<TableFlags, "routing" | "set">,
): Record<string, readonly string[]> {
  const given = givenLists(fabric, flags);
  if (given === undefined) return {};
  const plugin = findPlugin(
    context.registry,
    "routing",
    flags.routing,
    { path: "--routing" },
    "E_CLI_UNKNOWN_PLUGIN",
  ) as unknown as RoutingPlugin;
  const options: Record<string, readonly string[]> = {};
  for (const list of LISTS) {
    if (flags[list] === undefined) continue;
    const option = plugin.lists?.[list];
    if (option !== undefined) {
      refuseTwice(list, option, flags.set);
      options[option] = given[list];
    } else
      throw new FabricError({
        code: "E_CLI_OPTION_CONFLICT",
        message: `The routing ${flags.routing} takes no list of this kind.`,
        where: { path: `--${list}` },
        got: `--${list} with --routing ${flags.routing}`,
        expected: "a routing with such a parameter, such as ftree",
        ...(list === "roots" && plugin.lists?.root !== undefined
          ? {
              hint: `${flags.routing} takes a root: --set ${plugin.lists.root}=NAME`,
            }
          : {}),
      });
  }
  return options;
}

/** @throws FabricError `E_CLI_OPTION_CONFLICT` where `--set` names the parameter that a list is given to: one of them would not count */
export function refuseTwice(
  list: ListName,
  option: string,
  set: readonly string[] = [],
): void {
  const other = givenBySet(option, set);
  if (other === undefined) return;
  throw new FabricError({
    code: "E_CLI_OPTION_CONFLICT",
    message: `--${list} and --set give the routing the same list.`,
    where: { path: `--${list}` },
    got: `--${list} and --set ${other}`,
    expected: "one of them",
  });
}
