import { FabricError } from "@fabriclab/spec";
import { inOneUnit } from "@fabriclab/units";
import { valuesOf, type FactorValue, type PlotData } from "./data.ts";
import { factorNamed } from "./layout.ts";

/**
 * Keeps the points whose factor has a value: `routing=xy`, `load=0.3`, several with commas `load=0.3,0.4`. A number may carry the factor's unit, or another of its kind: `size=256B`, `size=1KB`.
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
    ).map(({ text, quoted }): FactorValue => {
      const found =
        known.find((value) => isName(text, value, factor.unit)) ??
        known.find(
          (value) =>
            !quoted &&
            text !== "" &&
            typeof value === "number" &&
            (Number(text) === value || isQuantity(text, value, factor.unit)),
        );
      if (found !== undefined) return found;
      throw new FabricError({
        code: "E_PLOT_WHERE",
        message: `no point has this ${factor.name}`,
        where: { path: "--where" },
        got: text,
        expected: known.map((value) => nameOf(value, factor.unit)).join(", "),
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

/** As it is shown in drawings: a number with its unit, where it has one. */
const nameOf = (value: FactorValue, unit: string): string =>
  typeof value === "string" || unit === ""
    ? String(value)
    : `${String(value)} ${unit}`;

/** Whether a word is the value as it is shown, or as a sweep's column holds it; a blank before a unit may be left out. */
const isName = (word: string, value: FactorValue, unit: string): boolean =>
  word === String(value) ||
  (typeof value === "number" &&
    unit !== "" &&
    word.replace(/\s+/g, "") === `${String(value)}${unit}`);

function isQuantity(word: string, value: number, unit: string): boolean {
  const [asked, known] =
    inOneUnit([word, `${String(value)}${unit}`])?.numbers ?? [];
  return asked !== undefined && asked === known;
}
