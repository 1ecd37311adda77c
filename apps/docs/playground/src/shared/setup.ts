/** What YAML and JSON can hold. */
export type Json =
  | null
  | boolean
  | number
  | string
  | readonly Json[]
  | { readonly [key: string]: Json };

/** A plugin by its name, with its parameters as a user writes them. */
export type Entry = { readonly kind: string } & Readonly<Record<string, Json>>;

/** A scenario as plain data: the very one that the command line reads. */
export type Setup = Readonly<Record<string, Json>>;

/** The entry under a key, of a list the first; undefined where the key is absent. */
export function entryOf(setup: Setup, key: string): Entry | undefined {
  const value = setup[key];
  return asEntry(Array.isArray(value) ? (value as Json[])[0] : value);
}

/** `uniform` and `{ kind: uniform }` are the same. */
export function asEntry(value: Json | undefined): Entry | undefined {
  if (typeof value === "string") return { kind: value };
  if (typeof value !== "object" || value === null || Array.isArray(value))
    return undefined;
  const { kind } = value as Readonly<Record<string, Json>>;
  return typeof kind === "string" ? (value as Entry) : undefined;
}

/** An entry as short as it can be written. */
export const shortest = (entry: Entry): Json =>
  Object.keys(entry).length === 1 ? entry.kind : entry;

/** The setup with the entry under `key` replaced (of a list the first), or removed. */
export function withEntry(
  setup: Setup,
  key: string,
  entry: Entry | undefined,
): Setup {
  const before = setup[key];
  const { [key]: _, ...rest } = setup;
  if (entry === undefined) return rest;
  const short = shortest(entry);
  if (Array.isArray(before))
    return { ...setup, [key]: [short, ...(before as Json[]).slice(1)] };
  return { ...setup, [key]: key === "traffic" ? [short] : short };
}

/** The file that the setup's fabric is in; undefined where it is generated. */
export function fileOf(setup: Setup): string | undefined {
  const topology = entryOf(setup, "topology");
  const path = topology?.kind === "file" ? topology["path"] : undefined;
  return typeof path === "string" ? path : undefined;
}

/** The setup on the fabric of a file, whose links have rates and cables of their own: what another fabric's were said to have goes. */
export function withFile(setup: Setup, path: string): Setup {
  const { link: _, ...rest } = setup;
  return {
    ...rest,
    name: path.replace(/\.[^.]*$/, ""),
    topology: { kind: "file", path },
  };
}

/** Keys that say how tables come about. */
const DESIGN = ["addressing", "routing", "tables", "multicast", "lanes"];

const withoutDesign = (setup: Setup): Setup =>
  Object.fromEntries(
    Object.entries(setup).filter(([key]) => !DESIGN.includes(key)),
  );

/** The setup with finished tables instead of those that plugins make. */
export const withTables = (setup: Setup, folder: string): Setup => ({
  ...withoutDesign(setup),
  tables: { kind: "dump", path: folder },
});

/** The setup with the tables of a routing and its own defaults. Multicast tables are made as they are now. */
export function withRouting(setup: Setup, routing: Json): Setup {
  const multicast = setup["multicast"];
  return {
    ...withoutDesign(setup),
    routing,
    ...(multicast === undefined ? {} : { multicast }),
  };
}

/** The setup with the tables of another one. */
export const withDesignOf = (setup: Setup, design: Setup): Setup => ({
  ...withoutDesign(setup),
  ...Object.fromEntries(
    Object.entries(design).filter(([key]) => DESIGN.includes(key)),
  ),
});

/** The folder of finished tables that the setup names; undefined where plugins make them. */
export function tablesOf(setup: Setup): string | undefined {
  const tables = entryOf(setup, "tables");
  const path = tables?.kind === "dump" ? tables["path"] : undefined;
  return typeof path === "string" ? path : undefined;
}
