import { DARK, type LoadClass } from "./scale.ts";
import { escaped } from "./text.ts";

const ROW = 18;
const LETTER = 7.2;
const NARROWEST = 44;
const WIDEST = 64;
/** Between the idle channels' sample and those of loads. */
const GAP = 20;

/**
 * The colours of loads from light to dark, side by side: what they count, once, above them; below them numbers of things as what each class holds, all else as
 * the values at which classes meet.
 *
 * @param width rows are broken there, into rows of as many classes
 */
export function drawStrip(
  width: number,
  classes: readonly LoadClass[],
  unit: string,
  top: number,
): { readonly svg: string; readonly height: number } {
  const parts = [
    `<text x="0" y="${top + 13}">${escaped(`Colours: ${unit}`)}</text>`,
    sample(0, top + ROW, NARROWEST, {
      colour: DARK,
      width: 1,
      dashes: ' stroke-dasharray="3 4"',
    }),
    label(NARROWEST / 2, top + ROW, "0"),
  ];
  const left = NARROWEST + GAP;
  const whole = isWhole(classes);
  const ranges = classes.map(({ low, high }) =>
    low === high ? String(high) : `${low} to ${high}`,
  );
  const edges = whole ? [] : edgesOf(classes);
  const letters = Math.max(
    1,
    ...(whole ? ranges : edges).map(({ length }) => length),
  );
  const needed = Math.ceil(letters * LETTER) + 10;
  const fits = Math.floor((width - left) / Math.max(1, classes.length));
  const cell = Math.max(needed, NARROWEST, whole ? 0 : Math.min(WIDEST, fits));
  const most = Math.max(1, Math.floor((width - left) / cell));
  // As many in each row: no class stands alone in a last one.
  const rows = Math.max(1, Math.ceil(classes.length / most));
  const columns = Math.ceil(classes.length / rows);
  classes.forEach((kind, k) => {
    const x = left + (k % columns) * cell;
    const y = top + ROW + Math.floor(k / columns) * 2 * ROW;
    parts.push(sample(x, y, cell, { ...kind, dashes: "" }));
    if (whole) parts.push(label(x + cell / 2, y, ranges[k] ?? ""));
    else {
      parts.push(label(x, y, edges[k] ?? ""));
      // The end of a row, at which the next one begins, too.
      if (k % columns === columns - 1 || k === classes.length - 1)
        parts.push(label(x + cell, y, edges[k + 1] ?? ""));
    }
  });
  return { svg: parts.join("\n"), height: ROW + rows * 2 * ROW };
}

const sample = (
  x: number,
  y: number,
  cell: number,
  line: {
    readonly colour: string;
    readonly width: number;
    readonly dashes: string;
  },
): string =>
  `<path d="M${x + 2} ${y + 9}H${x + cell - 2}" fill="none" stroke="${line.colour}" stroke-width="${Math.round(line.width * 100) / 100}"${line.dashes}/>`;

const label = (x: number, y: number, text: string): string =>
  `<text x="${x}" y="${y + 13 + 12}" text-anchor="middle">${escaped(text)}</text>`;

/** Whether classes hold numbers of things: each begins after the one before. */
const isWhole = (classes: readonly LoadClass[]): boolean =>
  classes.every(
    ({ low, high }) => Number.isInteger(low) && Number.isInteger(high),
  ) && classes.every(({ low }, k) => k === 0 || low !== classes[k - 1]?.high);

/** Where classes meet, in as many figures as tell them apart; three at least. */
function edgesOf(classes: readonly LoadClass[]): string[] {
  const values = [classes[0]?.low ?? 0, ...classes.map(({ high }) => high)];
  for (let figures = 3; figures < 12; figures += 1) {
    const texts = values.map((value) =>
      String(Number(value.toPrecision(figures))),
    );
    if (new Set(texts).size === texts.length) return texts;
  }
  return values.map(String);
}
