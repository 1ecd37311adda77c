import { FabricError, type ErrorPlace } from "@fabriclab/spec";
import {
  countedIn,
  excerpt,
  inOneUnit,
  PACKETS,
  withUnit,
} from "@fabriclab/units";
import type { z } from "zod";
import {
  deepest,
  joinPath,
  located,
  plain,
  show,
  type Located,
} from "./located.ts";
import { sweepKeys } from "./sweep-keys.ts";
import { parseSection } from "./use.ts";
import { readRange, type OpenRange } from "./value-range.ts";
import { readYaml } from "./yaml.ts";

/** What one value of a factor sets in the scenario. */
export interface PlacedSetting {
  /** A full path, or a key that occurs once. */
  readonly path: string;
  readonly value: unknown;
  readonly at: ErrorPlace;
}

export interface PlacedValue {
  /** The value itself, or the name of the case. */
  readonly label: string | number;
  readonly sets: readonly PlacedSetting[];
}

/** Something to vary. */
export interface PlacedFactor {
  readonly name: string;
  readonly values: readonly PlacedValue[];
  /** Instead of values: between which numbers to draw them. */
  readonly open?: OpenRange;
  readonly at: ErrorPlace;
}

/** The section `sweep` of a scenario. */
export interface SweepSection extends Omit<z.output<typeof sweepKeys>, "vary"> {
  readonly factors: readonly PlacedFactor[];
  /** Keys that are written, in the file or on the command line; the others have their defaults. */
  readonly written: ReadonlySet<string>;
}

/**
 * Reads the section `sweep` of a scenario; all absent keys have their defaults.
 *
 * @param changes keys of the section given on a command line: they win
 * @throws FabricError `E_SCENARIO_SWEEP`, with the line; `E_SPEC_…` for a key of the section; what reading YAML throws
 */
export function readSweep(
  text: string,
  file: string,
  changes: Readonly<Record<string, unknown>> = {},
): SweepSection {
  const root = readYaml(text, file);
  const node = deepest(root, ["sweep"]);
  const written = node.depth === 1 ? (plain(node.value) ?? {}) : {};
  if (typeof written !== "object" || Array.isArray(written))
    throw refuse("sweep is a mapping.", node.value.at, written);
  const all = { ...written, ...changes };
  const { vary: _, ...keys } = hintingVary(written, () =>
    parseSection(root, "sweep", sweepKeys, all),
  );
  const vary = deepest(root, ["sweep", "vary"]);
  const factors =
    vary.depth === 2 && vary.value.type === "map"
      ? [...vary.value.entries].map(([name, { at, value }]) =>
          factorOf(name, value, at),
        )
      : [];
  return { ...keys, factors, written: new Set(Object.keys(all)) };
}

/** Where a key that the section has not holds values, where those go. */
function hintingVary<T>(written: object, act: () => T): T {
  try {
    return act();
  } catch (error) {
    if (
      !FabricError.is(error) ||
      error.code !== "E_SPEC_UNKNOWN_PARAMETER" ||
      error.hint !== undefined
    )
      throw error;
    const name = error.got ?? "";
    const values: unknown = Object.entries(written).find(
      ([key]) => key === name,
    )?.[1];
    throw typeof values === "object"
      ? error.hinting(`values to vary go below vary: vary: { ${name}: … }`)
      : error;
  }
}

/**
 * A factor as a command line gives it.
 *
 * @param value as in the section: a list, a range or cases
 * @param at where it stands, for messages
 * @throws FabricError `E_SCENARIO_SWEEP`
 */
export const sweepFactor = (
  name: string,
  value: unknown,
  at: ErrorPlace,
): PlacedFactor =>
  factorOf(
    name,
    // Why: the values of a flag have no places of their own; the flag is what was typed.
    Array.isArray(value)
      ? { type: "list", items: value.map((item) => located(item, at)), at }
      : located(value, at),
    at,
  );

function factorOf(name: string, node: Located, at: ErrorPlace): PlacedFactor {
  if (node.type === "map") {
    const values = [...node.entries].map(([label, { value }]): PlacedValue => ({
      label,
      sets: settingsOf(label, value),
    }));
    return { name, values: unlike(some(name, values, node)), at };
  }
  const items = node.type === "list" ? node.items : [node];
  const [only] = items;
  if (items.length === 1 && only?.type === "scalar") {
    const range = rangeIn(only);
    if (range !== undefined && "between" in range)
      return { name, values: [], open: range, at };
  }
  const values = items.flatMap((item): PlacedValue[] => {
    const range = item.type === "scalar" ? rangeIn(item) : undefined;
    if (range !== undefined && "between" in range)
      throw refuse(
        "A range in a list needs a step.",
        item.at,
        plain(item),
        "from..to:step, such as 0.1..0.9:0.1",
      );
    const found = range?.values ?? [plain(item)];
    return found.map((value) => ({
      label: labelOf(value),
      sets: [{ path: name, value, at: item.at }],
    }));
  });
  return { name, values: some(name, values, node), at };
}

const rangeIn = (node: Located & { readonly type: "scalar" }) =>
  typeof node.value === "string" ? readRange(node.value, node.at) : undefined;

/**
 * The cases as they are, where no two set the same.
 *
 * Why refused: a run is known by what is set and by its seed, so two such cases would be one run, and its results would have one of the names only.
 */
function unlike(values: readonly PlacedValue[]): readonly PlacedValue[] {
  const seen = new Map<string, string | number>();
  for (const { label, sets } of values) {
    const words = JSON.stringify(
      sets
        .map(({ path, value }): [string, unknown] => [path, value])
        .sort(([a], [b]) => (a < b ? -1 : 1)),
    );
    const before = seen.get(words);
    if (before !== undefined)
      throw refuse(
        `The cases ${excerpt(String(before))} and ${excerpt(String(label))} set the same.`,
        sets[0]?.at ?? {},
        Object.fromEntries(sets.map(({ path, value }) => [path, value])),
        "cases that differ in a key that they set",
      );
    seen.set(words, label);
  }
  return values;
}

/** What a named case sets. */
function settingsOf(label: string, node: Located): PlacedSetting[] {
  if (node.type !== "map" || node.entries.size === 0)
    throw refuse(
      `The case ${label} is no mapping of keys.`,
      node.at,
      plain(node),
      "keys of the scenario, such as { routing: updn, addressing: sequential }",
    );
  return [...node.entries].map(([path, { at, value }]) => ({
    path,
    value: plain(value),
    at,
  }));
}

function some(
  name: string,
  values: readonly PlacedValue[],
  node: Located,
): readonly PlacedValue[] {
  if (values.length === 0)
    throw refuse(`${name} has no value to take.`, node.at, plain(node));
  const seen = new Map<string | number, string | number>();
  for (const { label, sets } of values) {
    const value = node.type === "map" ? label : amountOf(label);
    const before = seen.get(value);
    if (before !== undefined)
      throw refuse(
        before === label
          ? `${name} takes one value twice.`
          : `${name} takes one value twice: ${show(label)} is ${show(before)}.`,
        sets[0]?.at ?? node.at,
        label,
        "each value once",
      );
    seen.set(value, label);
  }
  return values;
}

/** One of each kind of quantity, in its smallest unit. */
const LEAST = ["1ps", "1B", "1mm", "1b/s"];

/** The same for values that are written in different units, `256B` and `0.25KiB`; what is no quantity is itself. */
function amountOf(label: string | number): string | number {
  if (typeof label === "number") return label;
  const [, count, word = ""] = /^([^a-z]*)([a-z]+)$/i.exec(label) ?? [];
  if (countedIn(word) === PACKETS) return withUnit(Number(count), PACKETS);
  for (const least of LEAST) {
    const amount = inOneUnit([label, least]);
    if (amount !== undefined) return `${amount.numbers[0] ?? 0}${amount.unit}`;
  }
  return label;
}

const labelOf = (value: unknown): string | number =>
  typeof value === "number" ? value : show(value);

const refuse = (
  message: string,
  where: ErrorPlace,
  got: unknown,
  expected = "a list, a range such as 0.1..0.9:0.1, or named cases",
): FabricError =>
  new FabricError({
    code: "E_SCENARIO_SWEEP",
    message,
    where: { ...where, path: where.path ?? joinPath("sweep", "vary") },
    got: show(got),
    expected,
  });
