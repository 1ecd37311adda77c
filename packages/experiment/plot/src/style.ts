/**
 * Okabe and Ito's colours, which people with any of the common colour-vision deficiencies can tell apart (M. Okabe, K. Ito, "Color
 * Universal Design", 2008); their yellow is left out, too pale for a line on white.
 */
export const PALETTE = [
  "#0072B2",
  "#D55E00",
  "#009E73",
  "#CC79A7",
  "#E69F00",
  "#56B4E9",
  "#000000",
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
// Why shifted: the eighth style has the first one's colour and must have another marker.
export const markerOf = (style: number): Marker =>
  MARKERS[(style + Math.floor(style / PALETTE.length)) % MARKERS.length]!;
