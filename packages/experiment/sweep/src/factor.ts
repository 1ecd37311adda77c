import { FabricError, type Json } from "@fabriclab/spec";
import { countedIn, inOneUnit, leastIn, withUnit } from "@fabriclab/units";

/** One key that a value of a factor sets in the scenario. */
export interface Setting {
  readonly path: string;
  readonly value: Json;
}

/** What a factor's value is called in results: a number where all are numbers, or quantities of one kind. */
export type Level = number | string;

export interface FactorInput {
  /** `load`, `traffic[0].load`, or a name that is no key where each value is a named case. */
  readonly name: string;
  readonly values: readonly {
    readonly label: Level;
    readonly sets: readonly Setting[];
  }[];
  /** Instead of values: numbers between which a random design draws. */
  readonly open?: OpenValues;
  /** Of so many parts of one are all numbers that the key takes whole: 1 where it takes whole numbers only. Default: as the unit says, or any. */
  readonly parts?: number;
}

/** Numbers of one unit from the first to the second of `between`. */
export interface OpenValues {
  readonly between: readonly [number, number];
  readonly unit?: string;
  /** Of so many parts of one they are whole numbers: 1 of whole numbers. Absent = they are any. */
  readonly parts?: number;
}

/** Something that a sweep varies. */
export interface Factor {
  readonly name: string;
  /** Its column in the results. */
  readonly column: string;
  readonly kind: "number" | "text";
  /** `B` where the values are written `256B`; empty where they have none. */
  readonly unit: string;
  readonly levels: readonly {
    readonly level: Level;
    readonly sets: readonly Setting[];
  }[];
  readonly between?: readonly [number, number];
  /** Of so many parts of one are all its numbers whole, also those between two levels; absent = they are any. */
  readonly parts?: number;
}

/** Which columns a factor may have. */
export interface ColumnRules {
  /** Columns that results have anyway. */
  readonly taken: readonly string[];
  /** A text as the name of a column. */
  readonly columnName: (text: string) => string;
}

/**
 * Factors with their columns and what sort of values they have.
 *
 * @throws FabricError `E_SWEEP_FACTOR` for the seed, which is no factor: every point has the same seeds, so that schemes are compared under the same traffic
 */
export function factorsOf(
  inputs: readonly FactorInput[],
  { taken, columnName }: ColumnRules,
): readonly Factor[] {
  const columns = new Set(taken);
  return inputs.map((input) => {
    for (const path of [input.name, ...input.values.flatMap(pathsOf)])
      refuseSeeds(path, input.name);
    let column = columnName(input.name) || "factor";
    while (columns.has(column)) column = `set_${column}`;
    columns.add(column);
    return { name: input.name, column, ...levelsOf(input) };
  });
}

const pathsOf = ({ sets }: FactorInput["values"][number]): string[] =>
  sets.map(({ path }) => path);

function refuseSeeds(path: string, name: string): void {
  if (!["seed", "seeds", "output", "name", "threads"].includes(path)) return;
  throw new FabricError({
    code: "E_SWEEP_FACTOR",
    message: `${path} is nothing that a sweep varies`,
    where: { path: `sweep.vary.${name}` },
    got: path,
    expected: "a key that changes the experiment, such as load or routing",
    hint: "every point is run with the seeds seed, seed+1, …: `seeds` says how many",
  });
}

const QUANTITY = /^([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)\s*([A-Za-z/%]+)$/i;

/** Numbers, numbers of one unit, or texts. */
function levelsOf({
  values,
  open,
  parts: asked,
}: FactorInput): Omit<Factor, "name" | "column"> {
  const labels = values.map(({ label }) => label);
  const numbers = numbersIn(labels);
  // Why not of a range: one without a unit may be any number, and one with a unit is as fine as it is written.
  const parts =
    open === undefined ? (asked ?? leastIn(numbers?.unit ?? "")) : open.parts;
  return {
    kind: numbers === undefined ? "text" : "number",
    unit: open?.unit ?? numbers?.unit ?? "",
    levels: values.map(({ label, sets }, at) => ({
      level: numbers?.numbers[at] ?? String(label),
      sets,
    })),
    ...(open === undefined ? {} : { between: open.between }),
    ...(parts === undefined ? {} : { parts }),
  };
}

function numbersIn(
  labels: readonly Level[],
): { readonly unit: string; readonly numbers: readonly number[] } | undefined {
  const numbers = labels.filter((label) => typeof label === "number");
  if (numbers.length === labels.length) return { unit: "", numbers };
  if (numbers.length > 0) return undefined;
  const matches = labels.map((label) => QUANTITY.exec(String(label)));
  const units = new Set(matches.map((match) => countedIn(match?.[2] ?? "")));
  const [unit] = units;
  if (units.size === 1 && unit !== undefined && unit !== "")
    return { unit, numbers: matches.map((match) => Number(match?.[1])) };
  const one = inOneUnit(labels.map(String));
  // Two names of one value, `1KB` and `1000B`, stay two levels.
  return one !== undefined && new Set(one.numbers).size === labels.length
    ? one
    : undefined;
}

/** The setting for a number that is none of the factor's levels; undefined where its levels are no plain numbers of one key. */
export function settingOf(factor: Factor, number: number): Setting | undefined {
  const plain =
    factor.kind === "number" &&
    factor.levels.every(
      ({ sets }) => sets.length === 1 && sets[0]?.path === factor.name,
    );
  if (!plain) return undefined;
  return {
    path: factor.name,
    value: factor.unit === "" ? number : withUnit(number, factor.unit),
  };
}
