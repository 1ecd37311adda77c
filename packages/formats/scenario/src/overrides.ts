import { FabricError, nearest, type ErrorPlace } from "@fabriclab/spec";
import { defaultOf } from "./defaults.ts";
import {
  entryName,
  numbered,
  partCalled,
  pathText,
  type Path,
} from "./entry-path.ts";
import { offeredKeys, pluginKeys, topKeys, type PluginKey } from "./keys.ts";
import {
  moved,
  type Located,
  type LocatedEntry,
  type LocatedMap,
  deepest,
  joinPath,
  located,
  splitPath,
} from "./located.ts";
import { checkLeftOut } from "./left-out.ts";
import type { Override } from "./override.ts";
import { overridable } from "./overridable.ts";
import type { Registry } from "./registry.ts";
import { unknownKey } from "./unknown-key.ts";

/**
 * The scenario with the overrides applied, later ones last. What they leave alone is shared with the given one, which stays as it is.
 *
 * @param keys the keys that may be named, where not all of a scenario's make sense
 * @throws FabricError `E_SCENARIO_UNKNOWN_KEY` (with the nearest right one), `E_SCENARIO_AMBIGUOUS_KEY` (with the full paths)
 */
export function applyOverrides(
  root: Located,
  overrides: readonly Override[],
  registry: Registry,
  keys: readonly string[] = topKeys,
): Located {
  return overriding(root, overrides, registry, keys).root;
}

/**
 * As `applyOverrides`, with what to say of overrides that a later one replaces: a line each.
 *
 * @throws FabricError as `applyOverrides`
 */
export function overriding(
  root: Located,
  overrides: readonly Override[],
  registry: Registry,
  keys: readonly string[] = topKeys,
): { readonly root: Located; readonly notes: readonly string[] } {
  let now = withLists(root);
  const paths: Path[] = [];
  for (const override of overrides) {
    checkPath(override);
    const path = splitPath(fullPath(now, override, registry, keys));
    if (path.length > 1) now = withDefault(now, String(path[0]), registry);
    const flag = override.at ?? { file: override.flag };
    if (override.value === null) checkLeftOut(now, path, flag, registry, keys);
    now = withLists(withValue(now, path, override.value, flag));
    paths.push(path);
  }
  return { root: now, notes: replacedNotes(overrides, paths) };
}

/** Keys with dots between, entries of lists by their number or name: `traffic[0].load`, `traffic.video.load`. */
const PATH = /^[^.[\]]+(?:\.[^.[\]]+|\[\d+\])*$/;
/** More steps than any key of a scenario lies deep, and than what walks values can go down. */
const MOST_STEPS = 32;

/** @throws FabricError `E_SCENARIO_UNKNOWN_KEY` */
function checkPath({ path, at, flag }: Override): void {
  if (PATH.test(path) && splitPath(path).length <= MOST_STEPS) return;
  throw new FabricError({
    code: "E_SCENARIO_UNKNOWN_KEY",
    message: "That is no key of a scenario, nor the path of one.",
    where: at ?? { path: flag },
    got: path.length > 80 ? `${path.slice(0, 80)}…` : path,
    expected:
      "keys with dots between, and entries of a list by their number from 0, or their name: traffic[0].load, traffic.video.load",
  });
}

function replacedNotes(
  overrides: readonly Override[],
  paths: readonly Path[],
): string[] {
  return overrides.flatMap(({ flag }, at) => {
    const path = paths[at] ?? [];
    const later = paths
      .slice(at + 1)
      .find((one) => one.every((step, i) => step === path[i]));
    return later === undefined
      ? []
      : `${flag} has no effect: a later value of ${pathText(later)} replaces it`;
  });
}

function fullPath(
  root: Located,
  override: Override,
  registry: Registry,
  keys: readonly string[],
): string {
  const steps = splitPath(override.path);
  const where = override.at ?? { path: override.flag };
  if (steps.length > 1) {
    if (!keys.includes(String(steps[0]))) {
      const part = partCalled(root, String(steps[0]));
      const meant =
        part === undefined
          ? undefined
          : `${part}${override.path.slice(String(steps[0]).length)}`;
      throw unknownKey(override.path, keys, String(steps[0]), where, meant);
    }
    return pathText(numbered(root, steps));
  }
  const key = String(steps[0] ?? "");
  if (keys.includes(key)) return key;
  // Why first: where loads are shared, none of an entry is meant.
  if (isOffered(root, key)) return `offered.${key}`;
  const known = overridable(root, registry, keys);
  // Why the end first: a sweep asks this at each point, and of a hundred paths one or two come to be taken apart.
  const full = known.filter(
    (path) => path.endsWith(key) && splitPath(path).at(-1) === key,
  );
  if (full.length === 0) {
    const shorts = [
      ...new Set(known.map((path) => String(splitPath(path).at(-1)))),
    ];
    throw unknownKey(override.path, shorts, key, where);
  }
  if (full.length > 1) {
    const written = onlyWritten(root, full);
    if (written !== undefined) return written;
    throw new FabricError({
      code: "E_SCENARIO_AMBIGUOUS_KEY",
      message: `The key ${key} may mean ${full.length} things here.`,
      where,
      got: key,
      expected: full.join(" or "),
      hint: `write the whole path, such as ${full[0] ?? ""}=…${key === "load" && keys.includes("offered") ? "; or the key `offered`, with the load of all together and their mix" : ""}`,
    });
  }
  return full[0] ?? key;
}

/** Whether the scenario has the key `offered`, and this is one of its. */
const isOffered = (root: Located, key: string): boolean =>
  key in offeredKeys.shape && deepest(root, ["offered"]).depth === 1;

/** Of paths in different parts of the scenario the one that it gives a value; undefined where it gives none, or several. */
function onlyWritten(
  root: Located,
  paths: readonly string[],
): string | undefined {
  const parts = new Set(paths.map((path) => splitPath(path)[0]));
  const written = paths.filter((path) => {
    const steps = splitPath(path);
    return deepest(root, steps).depth === steps.length;
  });
  return parts.size === paths.length && written.length === 1
    ? written[0]
    : undefined;
}

/** With what a key that is left out stands for, so that a parameter of it can be set. */
function withDefault(root: Located, key: string, registry: Registry): Located {
  if (root.type !== "map" || root.entries.has(key)) return root;
  const entry = (pluginKeys as readonly PluginKey[]).find(
    (one) => one.key === key,
  );
  if (entry === undefined || entry.many) return root;
  const name = defaultOf(root, entry, registry);
  if (name === undefined) return root;
  const at = { path: key };
  return withEntry(root, key, { at, value: located(name, at) });
}

const withEntry = (
  map: LocatedMap,
  key: string,
  entry: LocatedEntry,
): LocatedMap => ({ ...map, entries: new Map(map.entries).set(key, entry) });

const withoutEntry = (
  map: LocatedMap,
  key: string,
  at: ErrorPlace,
): LocatedMap => ({
  ...map,
  entries: new Map([...map.entries].filter(([name]) => name !== key)),
  leftOut: new Map(map.leftOut).set(key, at),
});

/** With `value` at `path`; null leaves a key out. @param before the path of `node` itself */
export function withValue(
  node: Located,
  [step, ...rest]: readonly (string | number)[],
  value: unknown,
  flag: ErrorPlace,
  before = "",
): Located {
  if (step === undefined || node.type === "scalar") return node;
  const text =
    typeof step === "number" ? `${before}[${step}]` : joinPath(before, step);
  const at = { ...flag, path: text };
  const child = (existing: Located | undefined): Located =>
    rest.length === 0
      ? located(value, at)
      : withValue(asMap(existing, at), rest, value, flag, text);
  if (node.type === "map") {
    if (value === null && rest.length === 0)
      return withoutEntry(node, String(step), at);
    const existing = node.entries.get(String(step));
    // A list or a mapping in which something is set stands where it stood.
    const stays = rest.length > 0 && existing?.value.type !== "scalar";
    return withEntry(node, String(step), {
      at: stays && existing !== undefined ? existing.at : at,
      value: child(existing?.value),
    });
  }
  const existing = node.items[Number(step)];
  if (existing === undefined) {
    throw noEntry(node.items, String(step), rest.length > 0, before, flag);
  }
  const items = [...node.items];
  items[Number(step)] = child(existing);
  return { ...node, items };
}

/** @param isInner whether more of the path follows, so that `step` should be an entry */
function noEntry(
  items: readonly Located[],
  step: string,
  isInner: boolean,
  list: string,
  where: ErrorPlace,
): FabricError {
  const isKey = !/^\d+$/.test(step);
  const after = isKey && !isInner ? `.${step}` : "";
  const entries = items.map((_, at) => `${list}[${at}]${after}`);
  const names = items.flatMap((item) => entryName(item) ?? []);
  const close = isKey && isInner ? nearest(step, names) : undefined;
  const [first = list, last = first] = [entries[0], entries.at(-1)];
  return new FabricError({
    code: "E_SCENARIO_UNKNOWN_KEY",
    message: isKey
      ? `${list} is a list, and ${step} is neither the name of an entry nor the kind of just one.`
      : `${list} has no entry ${step}.`,
    where,
    got: `${list}${isKey ? `.${step}` : `[${step}]`}`,
    expected: [
      first === last ? first : `${first} to ${last}`,
      ...(isKey ? names.map((name) => `${list}.${name}${after}`) : []),
    ].join(", or "),
    ...(close === undefined ? {} : { hint: `did you mean ${list}.${close}?` }),
  });
}

/** What parameters can be set in: the list or mapping itself, or `{ kind: name }` for a name. */
function asMap(node: Located | undefined, at: ErrorPlace): Located {
  if (node?.type === "list" || node?.type === "map") return node;
  const entries: LocatedMap["entries"] = new Map();
  if (node !== undefined) entries.set("kind", { at: node.at, value: node });
  return { type: "map", entries, at: node?.at ?? at };
}

/** The scenario with every list of plugins written as a list, so that `traffic[0]` always names the first. */
export function withLists(root: Located): Located {
  let now = root;
  for (const { key, many } of pluginKeys) {
    if (now.type !== "map" || !many) continue;
    const entry = now.entries.get(key);
    if (entry === undefined || entry.value.type === "list") continue;
    const item = moved(entry.value, key, `${key}[0]`);
    const value = { type: "list" as const, items: [item], at: entry.value.at };
    now = withEntry(now, key, { at: entry.at, value });
  }
  return now;
}
