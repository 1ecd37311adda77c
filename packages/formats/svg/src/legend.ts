import { CYCLE, PLAIN, SLOW, type LoadClass } from "./scale.ts";
import { drawStrip } from "./strip.ts";
import { escaped } from "./text.ts";

const ROW = 18;
/** A step list that is longer is broken off, and says so. */
const STEPS = 60;
const LETTER = 7.2;

/** A part of a drawing, and the room that it takes. */
export interface Legend {
  readonly svg: string;
  readonly height: number;
}

/** Of a whole, not a number of things: `% of the time`. */
export const isShare = (unit: string): boolean => unit.startsWith("%");

/** What colours and numbers mean: the colours of loads in a strip, remarks, then the steps of the cycle in columns. */
export function drawLegend(
  width: number,
  classes: readonly LoadClass[] | undefined,
  unit: string,
  steps: readonly string[],
  remarks: readonly string[],
  slow?: string,
): Legend {
  const parts: string[] = [];
  let y = 4;
  const entry = (sample: string, words: string): void => {
    parts.push(
      `<g transform="translate(0 ${y})"><path d="M0 9H30" fill="none" ${sample}/><text x="36" y="13">${escaped(words)}</text></g>`,
    );
    y += ROW;
  };
  if (classes === undefined) {
    entry(`stroke="${PLAIN}" stroke-width="2"`, "cable between switches");
    if (slow !== undefined) entry(SLOW, slow);
  } else {
    const strip = drawStrip(width, classes, unit, y);
    parts.push(strip.svg);
    y += strip.height;
  }
  if (steps.length > 0)
    entry(
      `stroke="${CYCLE}" stroke-width="3.6"`,
      "credit loop: each step waits for the next, the last for the first",
    );
  y += 4;
  for (const remark of remarks) {
    parts.push(
      `<text x="0" y="${y + 13}" fill="#455a64">${escaped(remark)}</text>`,
    );
    y += ROW;
  }
  const shown = steps.slice(0, STEPS);
  const lines = shown.map((step, k) => `${k + 1}  ${step}`);
  if (steps.length > STEPS)
    lines.push(`and ${steps.length - STEPS} more, by the arrows' numbers`);
  const room = Math.max(0, ...lines.map((line) => line.length)) * LETTER + 24;
  const columns = Math.max(1, Math.floor(width / Math.max(1, room)));
  const perColumn = Math.ceil(lines.length / columns);
  lines.forEach((line, k) => {
    parts.push(
      `<text x="${Math.round(Math.floor(k / perColumn) * room)}" y="${y + 13 + (k % perColumn) * ROW}">${escaped(line)}</text>`,
    );
  });
  if (lines.length > 0) y += perColumn * ROW;
  return { svg: parts.join("\n"), height: y };
}
