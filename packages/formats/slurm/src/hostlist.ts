import type { Scanner } from "@fabriclab/reading";

/** Why: two brackets stand for more names than fit into memory. */
const MOST_NAMES = 2 ** 20;
/** More digits than these are no number that can be counted exactly. */
const MOST_DIGITS = 9;

const PLAIN = /[^\s,[\]]+/y;
const OPEN = /\[/y;
const RANGE = /(\d{1,9})(?:-(\d{1,9}))?(?!\d)/y;
const COMMA = /,/y;
const CLOSE = /\]/y;

/**
 * The names that a Slurm hostlist stands for: `node[1-3,07],gpu1`. Widths stay: `[01-03]` is 01, 02, 03.
 *
 * @throws FabricError E_READING_SYNTAX with line and column
 */
export function expandHostlist(scanner: Scanner): string[] {
  const names: string[] = [];
  for (;;) {
    for (const name of one(scanner)) {
      if (names.length === MOST_NAMES)
        throw scanner.refusal(
          "the list stands for too many names",
          `at most ${MOST_NAMES}`,
        );
      names.push(name);
    }
    if (scanner.try(COMMA) === undefined) return names;
  }
}

/** One name, or one pattern with brackets. */
function one(scanner: Scanner): string[] {
  let names = [""];
  let parts = 0;
  for (;;) {
    // Why: a blank ends a name, and the scanner skips blanks.
    if (parts > 0 && scanner.atBlank()) return names;
    const plain = scanner.try(PLAIN)?.[0];
    const choices =
      plain !== undefined
        ? [plain]
        : scanner.try(OPEN) === undefined
          ? undefined
          : ranges(scanner);
    if (choices === undefined) {
      if (parts === 0)
        throw scanner.refusal("a name is missing", "a name such as node[1-4]");
      return names;
    }
    if (names.length * choices.length > MOST_NAMES)
      throw scanner.refusal(
        "the list stands for too many names",
        `at most ${MOST_NAMES}`,
      );
    names = names.flatMap((name) => choices.map((choice) => name + choice));
    parts += 1;
  }
}

function ranges(scanner: Scanner): string[] {
  const found: string[] = [];
  do {
    const [, first = "", last = first] = scanner.need(
      RANGE,
      "a number or a range, such as 1-4",
    );
    const from = Number(first);
    const to = Number(last);
    if (to < from || to - from + found.length >= MOST_NAMES)
      throw scanner.refusal(
        `${first}-${last} is no range`,
        `numbers that rise, at most ${MOST_NAMES} in all`,
      );
    for (let value = from; value <= to; value++)
      found.push(String(value).padStart(first.length, "0"));
  } while (scanner.try(COMMA) !== undefined);
  scanner.need(CLOSE, "]");
  return found;
}

/** A node that goes by its GUID is not one of a numbered series. */
const BY_GUID = /^[SH]-[0-9a-f]{16}$/;

/** A list that stands for these names: trailing numbers in ranges, in the order of their names. */
export function hostlist(names: Iterable<string>): string {
  const parts: string[] = [];
  /** Prefix -> trailing digits. */
  const series = new Map<string, string[]>();
  for (const name of new Set(names)) {
    const [, prefix = "", digits = ""] = /^(.*?)(\d*)$/.exec(name) ?? [];
    if (digits === "" || digits.length > MOST_DIGITS || BY_GUID.test(name))
      parts.push(name);
    else if (series.has(prefix)) series.get(prefix)?.push(digits);
    else series.set(prefix, [digits]);
  }
  for (const [prefix, numbers] of series) {
    // `01` and `10` are of one series, `1` and `10` too, `01` and `100` are not.
    const padded = new Set(
      numbers.filter((one) => /^0./.test(one)).map((one) => one.length),
    );
    const groups = new Map<number, string[]>();
    for (const number of numbers) {
      const width = padded.has(number.length) ? number.length : 0;
      if (!groups.has(width)) groups.set(width, []);
      groups.get(width)?.push(number);
    }
    for (const [width, group] of groups)
      parts.push(`${prefix}${rangesOf(group.map(Number), width)}`);
  }
  return parts.sort((a, b) => (a < b ? -1 : 1)).join(",");
}

function rangesOf(values: readonly number[], width: number): string {
  const text = (value: number): string => String(value).padStart(width, "0");
  const sorted = values.toSorted((a, b) => a - b);
  const runs: string[] = [];
  for (let at = 0; at < sorted.length;) {
    let end = at;
    while (sorted[end + 1] === (sorted[end] ?? 0) + 1) end += 1;
    const [first, last] = [sorted[at] ?? 0, sorted[end] ?? 0];
    runs.push(at === end ? text(first) : `${text(first)}-${text(last)}`);
    at = end + 1;
  }
  return sorted.length === 1 ? (runs[0] ?? "") : `[${runs.join(",")}]`;
}
