/**
 * Okabe and Ito's colours, which people with any of the common colour-vision deficiencies can tell apart (M. Okabe, K. Ito, "Color
 * Universal Design", 2008); in the place of their yellow, too pale for a line on white, stands a violet that is far from each of the others.
 */
export const PALETTE = [
  "#0072B2",
  "#D55E00",
  "#009E73",
  "#CC79A7",
  "#E69F00",
  "#56B4E9",
  "#000000",
  "#8000E8",
] as const;

/** Markers, so that curves differ also in print without colour. */
export const MARKERS = [
  "circle",
  "square",
  "triangle",
  "diamond",
  "star",
  "cross",
  "wye",
] as const;

export type Marker = (typeof MARKERS)[number];

export const GREY = "#666666";
export const DASHES = "5 3";
/** Shipped with `dejavu-fonts-ttf` for PNG; the others are what a browser without it has. */
export const FONT = "DejaVu Sans, Verdana, sans-serif";

export const colourOf = (style: number): string =>
  PALETTE[style % PALETTE.length]!;
// Why shifted: a style that has another one's colour must have another marker.
export const markerOf = (style: number): Marker =>
  MARKERS[(style + Math.floor(style / PALETTE.length)) % MARKERS.length]!;

/** Of curves that were measured, by how often the colours have been gone through; none is that of bounds. */
const LINES = [undefined, "12 3", "2 2.5"] as const;

/** The dashes of a style's line, undefined for a solid one: curves of one colour differ in them, too. */
export const dashesOf = (style: number): string | undefined =>
  LINES[Math.floor(style / PALETTE.length) % LINES.length];

/** `dashesOf` as an attribute of SVG; empty for a solid line. */
export const dashAttribute = (dashes: string | undefined): string =>
  dashes === undefined ? "" : ` stroke-dasharray="${dashes}"`;

/** The dashes of a style as an option of a line. */
export const dashed = (
  style: number,
): { readonly strokeDasharray?: string } => {
  const dashes = dashesOf(style);
  return dashes === undefined ? {} : { strokeDasharray: dashes };
};
