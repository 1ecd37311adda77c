import { FabricError, type Fabric } from "@fabriclab/spec";
import { givenLists, routingsOf } from "../compare/candidates.ts";
import { listOptions, LISTS, type ListName } from "../compare/list-options.ts";
import { overrideOf, settingsOf, type SetOf } from "../compare/settings.ts";
import { tablePartsOf } from "../computed-tables.ts";
import { type Context, note } from "../context.ts";
import { idleBesideKeptLids, idleOfSeveral } from "../kept-lids.ts";
import { many } from "../naming/words.ts";
import type { TableFlags } from "../table-flags.ts";
import type { FailEngine } from "./fail.ts";
import { optionsOf, refuseTwice } from "../routing-lists.ts";
import type { FailFlags } from "./flags.ts";

/** Engines that are to stand the same failures, and what each of them is given. */
export interface FailEngines {
  readonly engines: readonly TableFlags[];
  /** Names of the routings that are given a list, by list; of one routing, which is given all, none. */
  readonly lists: Readonly<Partial<Record<ListName, readonly string[]>>>;
  readonly set: readonly SetOf[];
}

/**
 * The engines of `--routing`, each once. One is given all flags, and refuses what it does not take; of several each is given what it takes.
 *
 * @throws FabricError `E_CLI_UNKNOWN_PLUGIN`; `E_CLI_OPTION_CONFLICT` for a list that none of several takes; what `--set` gets wrong
 */
export function enginesOf(context: Context, flags: FailFlags): FailEngines {
  const names = routingNames(context, flags.routing);
  const isOne = names.length === 1;
  const set = isOne ? [] : settingsOf(context, flags.set ?? [], names, flags);
  const engines = names.map((routing) =>
    tableFlags(
      { ...flags, routing },
      isOne
        ? flags.set
        : set.flatMap(({ text, engines }) =>
            engines.includes(routing) ? [overrideOf(text, routing)] : [],
          ),
    ),
  );
  // What they refuse is refused here, and not in every thread.
  const parts = engines.map((one) => tablePartsOf(context, one));
  const idle = isOne
    ? engines.flatMap((one, i) => idleBesideKeptLids(one, parts[i]!))
    : idleOfSeveral(context, flags, set);
  for (const one of idle) note(context, one);
  return { engines, lists: isOne ? {} : listsOf(context, names, flags), set };
}

/**
 * The same with the lists that they take.
 *
 * @throws FabricError `E_CLI_OPTION_CONFLICT` for a list that the only engine does not take, and one that `--set` gives, too; what the lists' files get wrong
 */
export function withLists(
  context: Context,
  fabric: Fabric,
  flags: FailFlags,
  { engines }: FailEngines,
): FailEngine[] {
  const [one] = engines;
  if (engines.length === 1 && one !== undefined) {
    const options = optionsOf(context, fabric, {
      ...flags,
      routing: one.routing,
    });
    return [{ flags: one, options }];
  }
  const given = givenLists(fabric, flags);
  return engines.map((tables) => {
    const [plugin] = routingsOf(context, tables.routing, "--routing");
    for (const list of LISTS) {
      const option = plugin?.lists?.[list];
      if (flags[list] !== undefined && option !== undefined)
        refuseTwice(list, option, tables.set);
    }
    return {
      flags: tables,
      options:
        given === undefined || plugin === undefined
          ? {}
          : listOptions(plugin, given),
    };
  });
}

/** Of one name the registry itself says what it does not know. */
const routingNames = (context: Context, text: string): readonly string[] =>
  text.includes(",")
    ? routingsOf(context, text, "--routing").map(({ name }) => name)
    : [text];

/** Which routings take which of the lists that are given. */
function listsOf(
  context: Context,
  names: readonly string[],
  flags: FailFlags,
): FailEngines["lists"] {
  const plugins = routingsOf(context, names.join(","), "--routing");
  const taken = LISTS.flatMap((list) => {
    if (flags[list] === undefined) return [];
    const takers = plugins
      .filter((plugin) => plugin.lists?.[list] !== undefined)
      .map(({ name }) => name);
    if (takers.length > 0) return [[list, takers] as const];
    throw new FabricError({
      code: "E_CLI_OPTION_CONFLICT",
      message: `None of ${many(names.length, "routing")} takes a list of this kind.`,
      where: { path: `--${list}` },
      got: `--${list} with --routing ${names.join()}`,
      expected: "a routing with such a parameter among them, such as ftree",
    });
  });
  return Object.fromEntries(taken);
}

const tableFlags = (
  { fabric, routing, lids, addressing }: TableFlags,
  set: readonly string[] | undefined,
): TableFlags => ({
  fabric,
  routing,
  multicast: "union",
  lids,
  ...(addressing === undefined ? {} : { addressing }),
  ...(set === undefined ? {} : { set }),
});
