import { deriveLists, type FabricLists } from "@fabriclab/analysis-roles";
import { endportGuid } from "@fabriclab/fabric";
import {
  FabricError,
  nearest,
  type Fabric,
  type RoutingPlugin,
} from "@fabriclab/spec";
import { switchPlanes } from "@fabriclab/paths";
import { formatGuid, type EndportIx, type SwitchIx } from "@fabriclab/units";
import type { Context } from "../context.ts";
import { givenBySet } from "../given-by-set.ts";
import { readEndpointFile, readRoots } from "../naming/endpoints.ts";

import { many } from "../naming/words.ts";
import { listOptions, LISTS, listsTaken } from "./list-options.ts";
import { promisesNoLoops } from "./promise.ts";
import type { Candidate, ListsOf } from "./row.ts";
import { overrideOf, type SetOf } from "./settings.ts";

/** Files of lists that the user has. */
export interface ListFiles {
  readonly roots?: string;
  readonly compute?: string;
  readonly io?: string;
}

/** How often a way to an I/O node may turn down and up again, where lists have such nodes: one row without, one with. */
const REVERSE_HOPS = 2;

/** The lists derived from the fabric, `A` the likeliest. */
export function derivedLists(fabric: Fabric): ListsOf[] {
  return deriveLists(fabric).map((lists, i) => ({
    name: String.fromCodePoint(65 + i),
    what: `derived: ${words(lists)}`,
    ...guidsOf(fabric, lists),
  }));
}

const words = ({ roots, compute, io, leafRank, who }: FabricLists): string =>
  [
    many(roots.length, "root"),
    many(compute.length, "compute port"),
    many(io.length, "I/O port"),
    leafRank === 0
      ? "no ranks: every switch carries hosts"
      : `leaves ${many(leafRank, "cable")} below the roots`,
    ...(who === "compute only" ? ["without storage and management"] : []),
  ].join(", ");

const guidsOf = (
  fabric: Fabric,
  lists: Pick<FabricLists, "roots" | "compute" | "io">,
): Pick<ListsOf, "roots" | "compute" | "io" | "tops"> => {
  const guid = (sw: SwitchIx): string => formatGuid(fabric.nodeGuid[sw] ?? 0n);
  const { of } = switchPlanes(fabric);
  const port = (one: EndportIx): string => formatGuid(endportGuid(fabric, one));
  return {
    roots: lists.roots.map(guid),
    tops: lists.roots
      .filter(
        (sw, i) => lists.roots.findIndex((one) => of[one] === of[sw]) === i,
      )
      .map(guid),
    compute: lists.compute.map(port),
    io: lists.io.map(port),
  };
};

/**
 * The lists of the user's own files; undefined where there are none.
 *
 * @throws FabricError `E_CLI_UNREADABLE_FILE`, `E_CLI_UNKNOWN_ENDPOINT`
 */
export function givenLists(
  fabric: Fabric,
  files: ListFiles,
): ListsOf | undefined {
  const { roots, compute, io } = files;
  if (roots === undefined && compute === undefined && io === undefined)
    return undefined;
  const hosts = (file: string | undefined, flag: string): EndportIx[] =>
    file === undefined ? [] : readEndpointFile(fabric, file, flag);
  const lists = {
    roots: roots === undefined ? ([] as SwitchIx[]) : readRoots(fabric, roots),
    compute: hosts(compute, "--compute"),
    io: hosts(io, "--io"),
  };
  return {
    name: "given",
    what: `given: ${many(lists.roots.length, "root")}, ${many(lists.compute.length, "compute port")}, ${many(lists.io.length, "I/O port")}`,
    ...guidsOf(fabric, lists),
  };
}

/**
 * Every routing that is to be tried: without lists, and with each of the lists of which it takes something, equal ones once.
 *
 * @param wanted names, separated by commas; undefined = all that are known
 * @param set of `settingsOf`
 * @throws FabricError `E_CLI_UNKNOWN_PLUGIN`
 */
export function candidatesOf(
  context: Context,
  wanted: string | undefined,
  lists: readonly ListsOf[],
  set: readonly SetOf[],
): Candidate[] {
  return routingsOf(context, wanted).flatMap((plugin) => {
    const {
      name: engine,
      lists: takes = {},
      opensm = null,
      withoutLists = null,
    } = plugin;
    const own = set.flatMap(({ text, engines }) =>
      engines.includes(engine) ? [overrideOf(text, engine)] : [],
    );
    const found = new Map<string, Candidate>();
    const add = (
      name: string | null,
      options: Candidate["options"],
      what: string,
      reverseHops = 0,
    ): void => {
      const key = JSON.stringify(options);
      if (!found.has(key))
        found.set(key, {
          engine,
          lists: name,
          options,
          set: own,
          takes: what,
          reverseHops,
          opensm,
          withoutLists,
          deadlockFree: promisesWell(plugin),
        });
    };
    add(null, {}, listsSet(takes, own).join(", "));
    for (const one of lists) {
      const given = listsTaken(plugin, one);
      const options = listOptions(plugin, one);
      const what = given.map((list) => (list === "io" ? "I/O" : list));
      if (takes.root !== undefined && one.tops.length > 0)
        add(one.name, { [takes.root]: one.tops.join(",") }, "root");
      add(one.name, options, what.join(", "));
      if (takes.reverseHops !== undefined && given.includes("io"))
        add(
          one.name,
          { ...options, [takes.reverseHops]: REVERSE_HOPS },
          [...what, `${REVERSE_HOPS} reverse hops`].join(", "),
          REVERSE_HOPS,
        );
    }
    return [...found.values()];
  });
}

/** Which lists parameters of `--set` give, under the names that a routing has for them. */
const listsSet = (
  takes: NonNullable<RoutingPlugin["lists"]>,
  set: readonly string[],
): string[] =>
  [...LISTS, "root" as const].filter((list) => {
    const parameter = takes[list];
    return parameter !== undefined && givenBySet(parameter, set) !== undefined;
  });

/** A claim that throws promises nothing here: the routing's own task asks again, so that its row says what it threw and the others go on. */
function promisesWell(plugin: RoutingPlugin): boolean {
  try {
    return promisesNoLoops(plugin);
  } catch {
    return false;
  }
}

/**
 * The routings that are to be tried, each once.
 *
 * @param flag that names them
 * @throws FabricError `E_CLI_UNKNOWN_PLUGIN`
 */
export function routingsOf(
  context: Context,
  wanted: string | undefined,
  flag = "--engines",
): readonly RoutingPlugin[] {
  const known = (context.registry.routing ?? []) as unknown as RoutingPlugin[];
  return wanted === undefined
    ? known
    : [
        ...new Set(
          wanted.split(",").map((name) => named(known, name.trim(), flag)),
        ),
      ];
}

function named(
  known: readonly RoutingPlugin[],
  name: string,
  flag: string,
): RoutingPlugin {
  const found = known.find((one) => one.name === name);
  if (found !== undefined) return found;
  const names = known.map((one) => one.name);
  const close = nearest(name, names);
  throw new FabricError({
    code: "E_CLI_UNKNOWN_PLUGIN",
    message: `There is no routing ${name === "" ? '""' : name}.`,
    where: { path: flag },
    got: name === "" ? "nothing between two commas" : name,
    expected: `names of ${names.join(", ")}, separated by commas`,
    ...(close === undefined ? {} : { hint: `did you mean ${close}?` }),
  });
}
