/** A number with its unit, twice with what people write between, and perhaps a step. */
const NUMBER = String.raw`((?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)\s*([A-Za-z/%]*)`;
const MEANT = new RegExp(
  String.raw`^${NUMBER}\s*(?:-|–|:|to|…|\.{3})\s*${NUMBER}(?:\s*(?::|,|step)\s*${NUMBER})?$`,
  "i",
);

/** Most values of a step that the last written digit would make; above, the range is parted in fewer. */
const MOST = 20;

/**
 * The range that a text such as `0.1-0.5`, `0.1:0.5` or `64B to 256B:64B` most probably means, as {@link readRange} reads it, with a step whose whole multiples
 * meet the end; undefined for a text that looks like none.
 */
export function meantRange(text: string): string | undefined {
  const match = MEANT.exec(text.trim());
  if (match === null) return undefined;
  const [, a = "", unitA = "", b = "", unitB = "", c, unitC = ""] = match;
  const unit = unitB === "" ? unitA : unitB;
  if ((unitA !== "" && unitA !== unit) || (unitC !== "" && unitC !== unit))
    return undefined;
  if (!(Number(a) < Number(b))) return undefined;
  const step = c === undefined ? stepOf(a, b) : Number(c);
  return `${a}${unit}..${b}${unit}:${step}${unit}`;
}

/** One of the last digit that is written, or where that makes too many values the greatest part of the way of which there are ten or fewer. */
function stepOf(a: string, b: string): number {
  const scale = 10 ** Math.max(decimalsOf(a), decimalsOf(b));
  const way = Math.round((Number(b) - Number(a)) * scale);
  if (way <= MOST) return 1 / scale;
  for (let parts = 10; parts > 1; parts--)
    if (way % parts === 0) return way / parts / scale;
  return way / scale;
}

const decimalsOf = (number: string): number =>
  /e/i.test(number) ? 0 : (number.split(".")[1] ?? "").length;
