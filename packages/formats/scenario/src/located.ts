import { excerpt, type ErrorPlace } from "@fabriclab/spec";

export type Scalar = string | number | boolean | null;

/** A value of a scenario that knows where it was written, so that every refusal can point at its line. */
export type Located = LocatedScalar | LocatedList | LocatedMap;

export interface LocatedScalar {
  readonly type: "scalar";
  readonly value: Scalar;
  readonly at: ErrorPlace;
}

export interface LocatedList {
  readonly type: "list";
  readonly items: Located[];
  readonly at: ErrorPlace;
}

export interface LocatedMap {
  readonly type: "map";
  readonly entries: Map<string, LocatedEntry>;
  /** Key that an override left out -> the override. */
  readonly leftOut?: ReadonlyMap<string, ErrorPlace>;
  readonly at: ErrorPlace;
}

export interface LocatedEntry {
  /** Where the key stands. */
  readonly at: ErrorPlace;
  readonly value: Located;
}

/** The plain JavaScript value. */
export function plain(node: Located): unknown {
  switch (node.type) {
    case "scalar":
      return node.value;
    case "list":
      return node.items.map(plain);
    case "map":
      return Object.fromEntries(
        [...node.entries].map(([key, entry]) => [key, plain(entry.value)]),
      );
  }
}

/** A located tree for a value that was not written in a file: a default or a command-line flag. */
export function located(value: unknown, at: ErrorPlace): Located {
  if (Array.isArray(value)) {
    return {
      type: "list",
      items: value.map((item, i) =>
        located(item, { ...at, path: `${at.path ?? ""}[${i}]` }),
      ),
      at,
    };
  }
  if (typeof value === "object" && value !== null) {
    const entries = new Map<string, LocatedEntry>();
    for (const [key, item] of Object.entries(value)) {
      const place = { ...at, path: joinPath(at.path, key) };
      entries.set(key, { at: place, value: located(item, place) });
    }
    return { type: "map", entries, at };
  }
  return { type: "scalar", value: value as Scalar, at };
}

/** The same value under another path; lines and columns stay. @param from the path of `node` */
export function moved(node: Located, from: string, to: string): Located {
  const place = (at: ErrorPlace): ErrorPlace =>
    at.path?.startsWith(from) === true
      ? { ...at, path: to + at.path.slice(from.length) }
      : at;
  const at = place(node.at);
  switch (node.type) {
    case "scalar":
      return { ...node, at };
    case "list":
      return {
        ...node,
        at,
        items: node.items.map((item) => moved(item, from, to)),
      };
    case "map": {
      const entries = new Map<string, LocatedEntry>();
      for (const [key, entry] of node.entries)
        entries.set(key, {
          at: place(entry.at),
          value: moved(entry.value, from, to),
        });
      return { ...node, at, entries };
    }
  }
}

/** `joinPath("measure", "warmup")` is `measure.warmup`. */
export const joinPath = (parent: string | undefined, key: string): string =>
  parent === undefined || parent === "" ? key : `${parent}.${key}`;

/** `traffic[0].load` -> ["traffic", 0, "load"]; also `traffic.0.load`. */
export function splitPath(path: string): (string | number)[] {
  return [...path.matchAll(/\[(\d+)\]|([^.[\]]+)/g)].map((match) =>
    match[1] !== undefined
      ? Number(match[1])
      : /^\d+$/.test(match[2] ?? "")
        ? Number(match[2])
        : (match[2] ?? ""),
  );
}

/** The deepest value on `path` that exists, where its key (or list item) stands, and the override that left out the next one, if any did. */
export function deepest(
  root: Located,
  path: readonly (string | number)[],
): {
  readonly key: ErrorPlace;
  readonly value: Located;
  readonly depth: number;
  readonly leftOut: ErrorPlace | undefined;
} {
  let leftOut: ErrorPlace | undefined;
  let value = root;
  let key = root.at;
  let depth = 0;
  for (const step of path) {
    if (value.type === "map") {
      const entry = value.entries.get(String(step));
      if (entry === undefined) {
        leftOut = value.leftOut?.get(String(step));
        break;
      }
      key = entry.at;
      value = entry.value;
    } else if (value.type === "list") {
      const item = value.items[Number(step)];
      if (item === undefined) break;
      key = item.at;
      value = item;
    } else break;
    depth++;
  }
  return { key, value, depth, leftOut };
}

/** `show` for the `got` of a refusal: the beginning, where somebody named another file than a scenario. */
export const gotten = (value: unknown): string => excerpt(show(value), 200);

/** As a user would write it. */
export function show(value: unknown): string {
  if (value === undefined) return "nothing";
  if (typeof value === "string") return value === "" ? '""' : value;
  // JSON would write null for NaN and the infinities.
  if (typeof value === "number") return String(value);
  return JSON.stringify(value);
}
