import {
  FabricError,
  parseOptions,
  type ErrorPlace,
  type Params,
  type PluginKind,
} from "@fabriclab/spec";
import type { Use } from "@fabriclab/sim";
import type { z } from "zod";
import { sayingWhere } from "./belongs.ts";
import { type Located, deepest, plain, gotten, splitPath } from "./located.ts";
import {
  type AnyPlugin,
  type Registry,
  aFamily,
  familyTitle,
  findPlugin,
} from "./registry.ts";

/** A plugin with its options, and the place in the scenario (or the flag) where it was named. */
export interface PlacedUse extends Use {
  readonly plugin: AnyPlugin;
  readonly options: Readonly<Record<string, unknown>>;
  readonly at: ErrorPlace;
}

/**
 * Runs `read` and gives a FabricError that it throws the line of the key or value that the error's path names.
 *
 * A missing value is blamed on the override that left it out, or else on the mapping that lacks it, an unknown key on the key, a bad value on the value.
 *
 * @param registry for a hint where an unknown key belongs
 */
export function pointing<T>(
  root: Located,
  read: () => T,
  registry?: Registry,
): T {
  try {
    return read();
  } catch (error) {
    if (!FabricError.is(error) || error.where.line !== undefined) throw error;
    const path = splitPath(error.where.path ?? "");
    const found = deepest(root, path);
    const unknownKey = /_UNKNOWN_(PARAMETER|KEY)$/.test(error.code);
    const place = found.leftOut ?? (unknownKey ? found.key : found.value.at);
    const placed = error.at({
      ...place,
      path: error.where.path ?? place.path ?? "",
    });
    throw unknownKey && registry !== undefined
      ? sayingWhere(root, registry, placed)
      : placed;
  }
}

/** What a `Use` needs to be read: the registry, the family, and defaults. */
export interface UseRequest {
  readonly registry: Registry;
  readonly kind: PluginKind;
  /** Other names under which a plugin may be called: `union` for `multicast-union`. */
  readonly alias?: (name: string) => string;
  /** Of the family's plugins, those that fit here. */
  readonly fits?: (plugin: AnyPlugin) => boolean;
  /** Keys of the entry besides `kind` that are no parameters of its plugin. */
  readonly besides?: (plugin: AnyPlugin) => readonly string[];
}

/**
 * Reads `name` or `{ kind: name, option: value, … }`.
 *
 * @param root the whole scenario, for places
 * @throws FabricError `E_SCENARIO_BAD_VALUE`, `E_SCENARIO_MISSING_KEY`, `E_SCENARIO_UNKNOWN_PLUGIN`, `E_SPEC_…` for the options
 */
export function readUse(
  node: Located,
  root: Located,
  request: UseRequest,
): PlacedUse {
  const { registry, kind } = request;
  const path = node.at.path ?? kind;
  let name: Located = node;
  let input: Record<string, unknown> = {};
  if (node.type === "map") {
    const entry = node.entries.get("kind");
    if (entry === undefined) {
      throw new FabricError({
        code: "E_SCENARIO_MISSING_KEY",
        message: `${path} does not say which ${familyTitle[kind]} it is.`,
        where: node.leftOut?.get("kind") ?? node.at,
        got: gotten(plain(node)),
        expected: `kind: one of ${namesOf(request).join(", ")}`,
      });
    }
    name = entry.value;
    const { kind: _kind, ...options } = plain(node) as Record<string, unknown>;
    input = options;
  }
  if (name.type !== "scalar" || typeof name.value !== "string") {
    throw new FabricError({
      code: "E_SCENARIO_BAD_VALUE",
      message: `${path} must name ${aFamily(kind)}.`,
      where: name.at,
      got: gotten(plain(name)),
      expected: `a name (${namesOf(request).join(", ")}), or { kind: name, … }`,
    });
  }
  const fitting: Registry = {
    ...registry,
    [kind]: (registry[kind] ?? []).filter(request.fits ?? (() => true)),
  };
  const known = new Set((fitting[kind] ?? []).map((plugin) => plugin.name));
  const alias = request.alias?.(name.value);
  const wanted =
    !known.has(name.value) && alias !== undefined && known.has(alias)
      ? alias
      : name.value;
  const plugin = findPlugin(fitting, kind, wanted, name.at);
  const besides = request.besides?.(plugin) ?? [];
  const own = Object.fromEntries(
    Object.entries(input).filter(([key]) => !besides.includes(key)),
  );
  const options = pointing(
    root,
    () => parseOptions(plugin, own, path === "" ? {} : { path }),
    registry,
  );
  return { plugin, options, at: node.at };
}

/**
 * What of a plugin's options was written and has no effect beside the others: a line each, with the place.
 *
 * @param root the whole scenario
 */
export function idleOptions(root: Located, use: PlacedUse): string[] {
  const { plugin, options, at } = use;
  const base = at.path;
  if (base === undefined || plugin.withoutEffect === undefined) return [];
  return Object.entries(plugin.withoutEffect(options)).flatMap(
    ([key, reason]) => {
      const path = splitPath(`${base}.${key}`);
      const found = deepest(root, path);
      if (found.depth < path.length) return [];
      const { file, line } = found.key;
      const place =
        file === undefined
          ? ""
          : ` (${file}${line === undefined ? "" : `:${line}`})`;
      return `${base}.${key}${place} has no effect: ${reason}`;
    },
  );
}

const namesOf = (request: UseRequest): string[] =>
  (request.registry[request.kind] ?? [])
    .filter(request.fits ?? (() => true))
    .map((plugin) => plugin.name);

/**
 * Reads the keys of a section that names no plugins.
 *
 * @param registry for a hint where an unknown key belongs
 * @throws FabricError `E_SPEC_…` with the line
 */
export const parseSection = <S extends z.ZodObject>(
  root: Located,
  name: string,
  params: S,
  input: object,
  registry?: Registry,
): z.output<S> =>
  pointing(
    root,
    () =>
      parseOptions({ kind: "key", name, params: params as Params }, input, {
        path: name,
      }),
    registry,
  ) as z.output<S>;
