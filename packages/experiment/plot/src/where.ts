import { FabricError } from "@fabriclab/spec";
import { inOneUnit, withUnit } from "@fabriclab/units";
import { valuesOf, type FactorValue, type PlotData } from "./data.ts";
import { factorNamed } from "./layout.ts";

/**
 * Keeps the points whose factor has a value: `routing=xy`, `load=0.3`, several with commas `load=0.3,0.4`, all numbers from one to another `load=0.2..0.5`, or on one side of one `load=0.2..`, `load=..0.5`. A number may carry the factor's unit, or another of its kind: `size=256B`, `size=1KB`.
 * What is exactly a value's name means that value, commas included; between quotation marks nothing else is looked for: `lanes="1 VL"`.
 *
 * @throws FabricError `E_PLOT_WHERE` for what is no condition or a value that no point has, `E_PLOT_UNKNOWN_FACTOR`
 */
export function keepWhere(data: PlotData, condition: string): PlotData {
  const at = condition.indexOf("=");
  if (at < 1 || at === condition.length - 1)
    throw new FabricError({
      code: "E_PLOT_WHERE",
      message: "a condition names a factor and its values",
      where: { path: "--where" },
      got: condition,
      expected: "key=value, or key=value,value",
    });
  const factor = factorNamed(data, condition.slice(0, at).trim(), "where");
  const known = valuesOf(data.points, factor.name);
  const kept = new Set(
    wordsIn(condition.slice(at + 1), (text) =>
      known.some((value) => isName(text, value, factor.unit)),
    ).flatMap(({ text, quoted }): FactorValue[] => {
      const found =
        known.find((value) => isName(text, value, factor.unit)) ??
        known.find(
          (value) =>
            !quoted &&
            text !== "" &&
            typeof value === "number" &&
            (Number(text) === value || isQuantity(text, value, factor.unit)),
        );
      if (found !== undefined) return [found];
      const [range, from = "", to = ""] =
        (quoted ? undefined : RANGE.exec(text)) ?? [];
      const isRange = range !== undefined && from + to !== "";
      const within = isRange
        ? known.filter((value) => isWithin(value, factor.unit, from, to))
        : [];
      if (within.length > 0) return within;
      throw new FabricError({
        code: "E_PLOT_WHERE",
        message: `no point has this ${factor.name}`,
        where: { path: "--where" },
        got: text,
        expected: known.map((value) => nameOf(value, factor.unit)).join(", "),
        ...rangeHint(text, isRange ? [from, to] : undefined),
      });
    }),
  );
  return {
    ...data,
    points: data.points.filter((point) => {
      const value = point.factors[factor.name];
      return value !== undefined && kept.has(value);
    }),
  };
}

interface Word {
  readonly text: string;
  readonly quoted: boolean;
}

/** The values that a condition names: the whole of it where that is one's name, else what stands between commas outside quotation marks. */
function wordsIn(given: string, isKnown: (text: string) => boolean): Word[] {
  const whole = given.trim();
  if (isKnown(whole)) return [{ text: whole, quoted: false }];
  const words: Word[] = [];
  for (const match of given.matchAll(WORD)) {
    const [, double, single, bare] = match;
    const quoted = double ?? single;
    words.push({
      text: quoted ?? (bare ?? "").trim(),
      quoted: quoted !== undefined,
    });
  }
  return words;
}

/** Between commas: `"…"`, `'…'`, or anything. */
const WORD = /(?<=^|,)(?:\s*"([^"]*)"\s*|\s*'([^']*)'\s*|([^,]*))(?=,|$)/g;

/** `from..to`, `from..`, `..to` */
const RANGE = /^\s*([^.:]*(?:\.[^.:]+)?)\s*\.\.\s*([^:]*?)\s*$/;

/** How a range is written that is meant by what keeps nothing. */
function rangeHint(
  text: string,
  ends: readonly [from: string, to: string] | undefined,
): { readonly hint?: string } {
  if (/\.\..*:/.test(text))
    return {
      hint: "a range stands without a step here: from..to keeps every point between",
    };
  const [low, high] = ends === undefined ? [] : (numbersOf(ends) ?? []);
  if (
    ends === undefined ||
    low === undefined ||
    high === undefined ||
    low <= high
  )
    return {};
  return { hint: `a range begins at its lower end: ${ends[1]}..${ends[0]}` };
}

/** As a condition may have it: a number with its unit, a name in quotation marks where a comma or a blank would part it. */
function nameOf(value: FactorValue, unit: string): string {
  if (typeof value === "number") return `${String(value)}${unit}`;
  if (value !== "" && !/[\s,"'=]/.test(value)) return value;
  return value.includes('"') ? `'${value}'` : `"${value}"`;
}

/** Whether a word is the value as it is shown, or as a sweep's column holds it; a blank before a unit may be left out. */
const isName = (word: string, value: FactorValue, unit: string): boolean =>
  word === String(value) ||
  (typeof value === "number" &&
    unit !== "" &&
    [`${String(value)}${unit}`, unblanked(withUnit(value, unit))].includes(
      unblanked(word),
    ));

const unblanked = (word: string): string => word.replace(/\s+/g, "");

/** Whether a number is one from `from` to `to`, both among them; an end that is empty is open. */
function isWithin(
  value: FactorValue,
  unit: string,
  from: string,
  to: string,
): boolean {
  if (typeof value !== "number") return false;
  const ends = [from, to].filter((text) => text !== "");
  const plain = ends.map(Number);
  const numbers = plain.every(Number.isFinite)
    ? [...plain, value]
    : numbersOf([...ends, `${String(value)}${unit}`]);
  const at = numbers?.at(-1);
  if (numbers === undefined || at === undefined) return false;
  const low = from === "" ? -Infinity : (numbers[0] ?? NaN);
  const high = to === "" ? Infinity : (numbers.at(-2) ?? NaN);
  return low <= at && at <= high;
}

/** Plain numbers, or quantities of one kind in one unit; undefined for anything else. */
function numbersOf(texts: readonly string[]): readonly number[] | undefined {
  const plain = texts.map((text) => (text === "" ? NaN : Number(text)));
  return plain.every(Number.isFinite) ? plain : inOneUnit(texts)?.numbers;
}

function isQuantity(word: string, value: number, unit: string): boolean {
  const [asked, known] =
    inOneUnit([word, `${String(value)}${unit}`])?.numbers ?? [];
  return asked !== undefined && asked === known;
}
