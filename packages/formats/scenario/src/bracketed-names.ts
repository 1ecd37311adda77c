import {
  isScalar,
  Pair,
  Scalar,
  visit,
  type Document,
  type YAMLMap,
  type YAMLSeq,
} from "yaml";

/** A NodeDescription has 64 characters at most; a port may follow. */
const LONGEST = 70;

/**
 * Makes one text again of names that YAML's inline lists and mappings part at their commas: `[SW<0,0>, H(3,2)]` holds two names, and
 * `{ fail: SW<0,0>:1 }` one key.
 *
 * Why: nodes of fat trees and meshes are called so. Nothing else is touched: a text that opens `<` or `(` and a later one that closes it mean nothing apart.
 *
 * @param document changed in place
 * @param text what it was read from
 */
export function joinBracketedNames(document: Document, text: string): void {
  visit(document, {
    Seq(_, node) {
      if (node.flow === true) joinItems(node, text);
    },
    Map(_, node) {
      if (node.flow === true) joinPairs(node, text);
    },
  });
}

/** Why a list made anew: to take the parts out of a long one moves all that follows, once for each name. */
function joinItems(node: YAMLSeq, text: string): void {
  const { items } = node;
  const whole: unknown[] = [];
  for (let i = 0; i < items.length;) {
    const joined = joinedFrom(items, i, text);
    whole.push(joined?.name ?? items[i]);
    i += joined?.parts ?? 1;
  }
  node.items = whole;
}

/** The rest of a value stands where keys do, and has no value itself. */
function joinPairs(node: YAMLMap, text: string): void {
  const items = node.items;
  const whole: Pair[] = [];
  for (let i = 0; i < items.length;) {
    const { key, value } = items[i]!;
    const rest = items
      .slice(i + 1, i + 1 + LONGEST)
      .map((pair) =>
        pair.value === null ||
        (isScalar(pair.value) && pair.value.value === null)
          ? pair.key
          : undefined,
      );
    const joined = joinedFrom([value, ...rest], 0, text);
    whole.push(joined === undefined ? items[i]! : new Pair(key, joined.name));
    i += joined?.parts ?? 1;
  }
  node.items = whole;
}

/** The name that begins at `items[from]`, and how many items it is; undefined where none begins there. */
function joinedFrom(
  items: readonly unknown[],
  from: number,
  text: string,
): { readonly name: Scalar; readonly parts: number } | undefined {
  const first = rangeOf(items[from]);
  if (first === undefined || isClosed(text.slice(...first))) return undefined;
  for (let to = from + 1; to < items.length; to++) {
    const last = rangeOf(items[to]);
    if (last === undefined) return undefined;
    const whole = text.slice(first[0], last[1]);
    if (whole.length > LONGEST || whole.includes("\n")) return undefined;
    if (!isClosed(whole)) continue;
    const name = new Scalar(whole);
    name.range = [first[0], last[1], last[1]];
    return { name, parts: to - from + 1 };
  }
  return undefined;
}

/** Where a plain text stands: one in quotation marks is whole. */
const rangeOf = (item: unknown): [number, number] | undefined =>
  isScalar(item) && item.type === Scalar.PLAIN && item.range != null
    ? [item.range[0], item.range[1]]
    : undefined;

/** Whether all brackets that are opened are closed. */
function isClosed(text: string): boolean {
  let depth = 0;
  for (const letter of text) {
    if ("<(".includes(letter)) depth += 1;
    if (")>".includes(letter)) depth -= 1;
  }
  return depth <= 0;
}
