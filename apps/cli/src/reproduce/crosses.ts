import type { CaptionedFigure, Part } from "./reproduction.ts";

/**
 * Figures with a line under their legend that says what a cross above a panel means, in those that have one: a picture is read without its caption, too.
 *
 * @param why such as `a run of this point deadlocked`
 */
export const withCrosses = (
  figures: readonly Part<CaptionedFigure>[],
  why: string,
): Part<CaptionedFigure>[] =>
  figures.map(({ id, make }) => ({ id, make: () => withCross(make(), why) }));

const withCross = (figure: CaptionedFigure, why: string): CaptionedFigure =>
  figure.charts.some(({ series }) =>
    series.some(({ gaps = [] }) => gaps.length > 0),
  )
    ? {
        ...figure,
        notes: [...(figure.notes ?? []), `× above a panel: ${why}.`],
      }
    : figure;
