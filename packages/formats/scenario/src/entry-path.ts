import { joinPath, splitPath, type Located } from "./located.ts";

export type Path = readonly (string | number)[];

/**
 * The path with the number of each list's entry that it gives otherwise, or leaves out: `traffic.video.load` is that of the entry with that name, or of the
 * only one of that kind, and `traffic.load` is `traffic[0].load` where the list has just one. What fits nothing stays as it is.
 */
export function numbered(root: Located, steps: Path): Path {
  const path: (string | number)[] = [];
  let at: Located | undefined = root;
  for (const [i, step] of steps.entries()) {
    if (at?.type === "list" && typeof step === "string") {
      const isLast = i + 1 === steps.length;
      // A lone entry's own key goes before: `traffic.load` is a parameter, even of an entry called load.
      const named: number =
        isLast && at.items.length === 1 ? -1 : called(at.items, step);
      if (named >= 0) {
        path.push(named);
        at = at.items[named];
        continue;
      }
      if (at.items.length === 1) {
        path.push(0);
        at = at.items[0];
      }
    }
    path.push(step);
    if (at?.type === "list") at = at.items[Number(step)];
    else
      at = at?.type === "map" ? at.entries.get(String(step))?.value : undefined;
  }
  return path;
}

/** As {@link numbered}, of a path as it is written. */
export const numberedPath = (root: Located, path: string): string =>
  pathText(numbered(root, splitPath(path)));

export const pathText = (path: Path): string =>
  path.reduce<string>(
    (text, step) =>
      typeof step === "number" ? `${text}[${step}]` : joinPath(text, step),
    "",
  );

/** Path of the part that is called so, by its own name or its plugin's: `traffic.video`, `switch` of `iba`; undefined where none is, or several are. */
export function partCalled(root: Located, name: string): string | undefined {
  if (root.type !== "map") return undefined;
  const found = [...root.entries].flatMap(([key, { value }]) =>
    value.type === "list"
      ? called(value.items, name) < 0
        ? []
        : [joinPath(key, name)]
      : isOfKind(value, name)
        ? [key]
        : [],
  );
  return found.length === 1 ? found[0] : undefined;
}

/** The entry with a name, else the only one of a kind; -1 where there is none, or several. */
function called(items: readonly Located[], name: string): number {
  const named = items.findIndex((item) => entryName(item) === name);
  if (named >= 0) return named;
  const isSo = (item: Located): boolean => isOfKind(item, name);
  const first = items.findIndex(isSo);
  return first < 0 || items.slice(first + 1).some(isSo) ? -1 : first;
}

const isOfKind = (item: Located, name: string): boolean =>
  (item.type === "scalar" ? item.value : valueAt(item, "kind")) === name;

/** What an entry says that it is called; undefined where it says nothing. */
export function entryName(item: Located): string | undefined {
  const name = valueAt(item, "name");
  return typeof name === "string" ? name : undefined;
}

function valueAt(item: Located, key: string): unknown {
  const value = item.type === "map" ? item.entries.get(key)?.value : undefined;
  return value?.type === "scalar" ? value.value : undefined;
}
