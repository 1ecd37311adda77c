import { FabricError } from "@fabriclab/spec";
import { inOneUnit } from "@fabriclab/units";
import { valuesOf, type FactorValue, type PlotData } from "./data.ts";
import { factorNamed } from "./layout.ts";

/**
 * Keeps the points whose factor has a value: `routing=xy`, `load=0.3`, several with commas `load=0.3,0.4`. A number may carry the factor's unit, or another of its kind: `size=256B`, `size=1KB`.
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
    condition
      .slice(at + 1)
      .split(",")
      .map((text): FactorValue => {
        const word = text.trim();
        const found = known.find(
          (value) =>
            String(value) === word ||
            (typeof value === "number" &&
              (Number(word) === value || isQuantity(word, value, factor.unit))),
        );
        if (found !== undefined) return found;
        throw new FabricError({
          code: "E_PLOT_WHERE",
          message: `no point has this ${factor.name}`,
          where: { path: "--where" },
          got: word,
          expected: known
            .map((value) => `${String(value)}${factor.unit}`)
            .join(", "),
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

function isQuantity(word: string, value: number, unit: string): boolean {
  if (`${String(value)}${unit}` === word) return true;
  const [asked, known] =
    inOneUnit([word, `${String(value)}${unit}`])?.numbers ?? [];
  return asked !== undefined && asked === known;
}
