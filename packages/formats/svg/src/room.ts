import type { Layout } from "./switch-layout.ts";

/** Pixels that a letter takes at most: of the head, of a line of 12 pixels, of a name beside its switch. */
const TITLE_LETTER = 11;
const LINE_LETTER = 7.4;
const NAME_LETTER = 6.8;
const SMALL_LETTER = 5.9;
/** Cosine of the angle of turned names. */
const FLAT = 0.58;

/** Pixels that a drawing needs from its left edge to the last letter of anything in it. */
export function roomOf(
  layout: Layout,
  labels: readonly string[],
  marked: ReadonlySet<number>,
  title: string,
  lines: readonly string[],
): number {
  const away = layout.node.height / 2 + 5;
  // How far a name reaches to the right of its switch.
  const reach = (sw: number, letters: number): number => {
    switch (layout.node.label) {
      case "inside":
        return layout.node.width / 2;
      case "outside":
        return 14 + letters * NAME_LETTER;
      case "above":
        return (letters * SMALL_LETTER) / 2;
      case "steep":
        return (away + letters * SMALL_LETTER) * FLAT + 6;
      case "none":
        return marked.has(sw) ? away + letters * LINE_LETTER : 0;
    }
  };
  return Math.ceil(
    labels.reduce(
      (most, label, sw) =>
        Math.max(
          most,
          (layout.x[sw] ?? 0) + reach(sw, Array.from(label).length),
        ),
      Math.max(
        layout.width,
        title.length * TITLE_LETTER,
        ...lines.map((line) => line.length * LINE_LETTER),
      ),
    ),
  );
}
