import {
  FabricError,
  type MetricPlugin,
  type TrafficPlugin,
} from "@fabriclab/spec";
import { ENTRY_NAME, namesEntry } from "./entry-keys.ts";
import { deepest, plain, show, splitPath, type Located } from "./located.ts";
import type { PlacedTraffic } from "./parts.ts";
import type { PlacedUse } from "./use.ts";

/**
 * The entries with their names, as far as the scenario gives them some.
 *
 * @param root the whole scenario, for places
 * @param metrics whose results a name must not read like
 * @throws FabricError `E_SCENARIO_TRAFFIC_NAME` for what is no name, one that an entry before has, or one that would read like something else in a result
 */
export function withNames(
  traffic: readonly PlacedTraffic[],
  root: Located,
  metrics: readonly PlacedUse[],
): PlacedTraffic[] {
  const taken = new Map<
    string,
    { readonly name: string; readonly at: string }
  >();
  return traffic.map((entry) => {
    if (!namesEntry(entry.plugin)) return entry;
    const path = [...splitPath(entry.at.path ?? "traffic"), "name"];
    const found = deepest(root, path);
    if (found.depth < path.length) return entry;
    const value = plain(found.value);
    const refuse = (message: string, expected: string, hint?: string) =>
      new FabricError({
        code: "E_SCENARIO_TRAFFIC_NAME",
        message,
        where: found.value.at,
        got: show(value),
        expected,
        ...(hint === undefined ? {} : { hint }),
      });
    if (typeof value !== "string" || !ENTRY_NAME.test(value))
      throw refuse(
        "That is no name of a traffic entry.",
        "a letter, and then letters, digits, - and _",
      );
    const other = taken.get(columnOf(value));
    if (other !== undefined)
      throw refuse(
        "Two traffic entries have one name.",
        `another name than ${other.name} at ${other.at}`,
        other.name === value
          ? undefined
          : "in the columns of results - is _, and capitals are as good as small letters",
      );
    const like = readsLike(value, [...metrics, ...traffic]);
    if (like !== undefined)
      throw refuse(
        `The name would read like ${like}.`,
        "a name that no result has for something else",
      );
    const pair = [...taken].find(([column]) =>
      isBeside(column, columnOf(value), [...metrics, ...traffic]),
    );
    if (pair !== undefined)
      throw refuse(
        `The names ${pair[1].name} and ${value} would read like a result and a number beside it.`,
        `a name that does not go on from ${pair[1].name} at ${pair[1].at}, nor the other way round, with the name of a number`,
      );
    const { line, path: at = "" } = found.value.at;
    taken.set(columnOf(value), {
      name: value,
      at: line === undefined ? at : `line ${line}`,
    });
    return { ...entry, name: value };
  });
}

/** As columns of results compare: SQL knows no capitals, and what is neither letter nor digit is `_`. */
const columnOf = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "_")
    .replaceAll(/^_|_$/g, "");

/** What stands behind a result's name for a class that has none of its own, or a percentile. */
const CLASS = /^(sl|traffic)\d+$/i;
const PERCENTILE = /^p\d+(_\d+)*$/;
/** What stands beside any result. */
const BESIDE = ["ci95", "histogram", "places", "count", "min", "max", "runs"];

type Uses = readonly Pick<PlacedUse, "plugin">[];

const valuesIn = (uses: Uses) =>
  uses.flatMap(({ plugin }) =>
    Object.entries(
      (plugin as unknown as MetricPlugin | TrafficPlugin).values ?? {},
    ),
  );

/** Whether one of two columns is that of a number beside the results of the other: `bulk` and `bulk_count`. */
function isBeside(one: string, other: string, uses: Uses): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  if (!long.startsWith(`${short}_`)) return false;
  const word = long.slice(short.length + 1);
  return (
    PERCENTILE.test(word) ||
    BESIDE.includes(word) ||
    valuesIn(uses).some(([, { details = {} }]) =>
      Object.keys(details).some((detail) => columnOf(detail) === word),
    )
  );
}

/** What a result of an entry of that name could be taken for; undefined where for nothing. */
function readsLike(name: string, uses: Uses): string | undefined {
  const column = columnOf(name);
  if (CLASS.test(name))
    return "that of an entry or a service level without a name";
  if (PERCENTILE.test(column)) return "a percentile";
  if (BESIDE.includes(column)) return `the number ${column} beside a result`;
  const values = valuesIn(uses);
  // Column -> what it is of.
  const columns = new Map<string, string>();
  for (const [result, { details = {} }] of values) {
    columns.set(columnOf(result), `the result ${result}`);
    for (const detail of Object.keys(details))
      columns.set(
        columnOf(`${result}.${detail}`),
        `the number ${detail} of ${result}`,
      );
  }
  for (const [result] of values) {
    const like = columns.get(columnOf(`${result}.${name}`));
    if (like !== undefined) return like;
  }
  return undefined;
}
