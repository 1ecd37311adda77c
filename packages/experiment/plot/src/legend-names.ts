/** Names of series as a long legend has them: what differs, below what all have alike. */
export interface ShortNames {
  /** `routing, virtualLanes:`, or `results-seed-…, where … is:` */
  readonly heading: string;
  /** In the order of the whole names; no two are alike. */
  readonly short: readonly string[];
}

/** Fewer letters that all have alike are not worth a heading. */
const WORTH = 6;
/** Names are cut at these only: half a word or number says nothing. */
const BORDER = /[-_./\s=,:]/;

/**
 * What differs between names: the values of `routing=xy, virtualLanes=2` below their keys, where all have the same keys, else what stands between a beginning and an end that all
 * share. O(letters).
 *
 * @returns undefined where they have nothing alike that is worth it
 */
export function shortNames(names: readonly string[]): ShortNames | undefined {
  if (names.length < 2) return undefined;
  const found = ofKeys(names) ?? ofEnds(names);
  return found === undefined || new Set(found.short).size < names.length
    ? undefined
    : found;
}

/** The values of a label such as `routing=xy, virtualLanes=2`: `xy, 2`; undefined for a name of another kind. */
export const valuesOfLabel = (label: string): string | undefined =>
  pairsOf(label)
    ?.map(([, value]) => value)
    .join(", ");

/** Keys and values; undefined for a name of another kind. */
function pairsOf(label: string): [key: string, value: string][] | undefined {
  const pairs = label.split(/, (?=[^=,]+=)/).map((pair) => {
    const at = pair.indexOf("=");
    return [pair.slice(0, Math.max(0, at)), pair.slice(at + 1)] as [
      string,
      string,
    ];
  });
  // `latency (traffic=a)` is no pair of a key and a value.
  return pairs.every(([key]) => /^[^()]+$/.test(key)) ? pairs : undefined;
}

function ofKeys(names: readonly string[]): ShortNames | undefined {
  const keysOf = (name: string): string | undefined =>
    pairsOf(name)
      ?.map(([key]) => key)
      .join(", ");
  const keys = keysOf(names[0] ?? "");
  return keys === undefined || names.some((name) => keysOf(name) !== keys)
    ? undefined
    : {
        heading: `${keys}:`,
        short: names.map((name) => valuesOfLabel(name) ?? name),
      };
}

/** Letters that all texts begin with, up to the last border among them. */
function alikeIn(texts: readonly string[]): number {
  const first = texts[0] ?? "";
  let length = 0;
  while (
    length < first.length &&
    texts.every((text) => text[length] === first[length])
  )
    length++;
  while (length > 0 && !BORDER.test(first[length - 1] ?? "")) length--;
  return length;
}

function ofEnds(names: readonly string[]): ShortNames | undefined {
  const first = names[0] ?? "";
  const begin = alikeIn(names);
  const end = alikeIn(
    names.map((name) => Array.from(name.slice(begin)).reverse().join("")),
  );
  const short = names.map((name) => name.slice(begin, name.length - end));
  if (begin + end < WORTH || short.includes("")) return undefined;
  return {
    heading: `${first.slice(0, begin)}…${first.slice(first.length - end)}, where … is:`,
    short,
  };
}
