import type { Place } from "./pose.ts";

/** Red, green, blue from 0 to 1. */
export type Colour = readonly [number, number, number];

/** How the lines or nodes of a kind are drawn. */
export interface Look {
  readonly colour: Colour;
  /** Pixels of the screen: width of a line, diameter of a node. */
  readonly size: number;
}

/** Lines to draw, in their order, in pixels of the screen whose y grows downwards. */
export interface LineList {
  readonly count: number;
  /** Four numbers a line: x and y of its ends. */
  readonly ends: Float32Array;
  /** Line -> place in `looks`. */
  readonly kinds: Uint8Array;
  readonly looks: readonly Look[];
}

/** Nodes to draw, in their order. */
export interface NodeList {
  readonly count: number;
  /** Two numbers a node. */
  readonly at: Float32Array;
  /** Node -> place in `looks`. */
  readonly kinds: Uint8Array;
  readonly looks: readonly Look[];
}

/** A finished picture: the one that is shown, or the one of the whole fabric. */
export type Finished = "shown" | "overview";

/** Where a finished picture is put, from the corner of the element. */
export interface Placement extends Place {
  readonly picture: Finished;
}

/**
 * Something to draw on. A picture is made out of sight, a few lines at a time, and takes its place when it is finished; what is seen meanwhile are pictures that were finished
 * before, moved and scaled.
 */
export interface Surface {
  readonly canvas: HTMLCanvasElement;
  /** Whether what was asked for is done, so that more may be asked for. */
  ready(): boolean;
  /** Pixels of the screen of pictures that are begun from now on, and by how much the canvas is larger at each side, and at top and bottom. */
  resize(
    width: number,
    height: number,
    margin: readonly [number, number],
  ): void;
  /** Begins an empty picture. */
  begin(page: Colour): void;
  /** Draws lines, from one up to another, into the picture in the making. */
  lines(list: LineList, from: number, until: number): void;
  nodes(list: NodeList, from: number, until: number): void;
  /** Keeps a copy of the picture in the making, to begin another with. */
  keep(): void;
  /** Begins a picture with the copy. */
  reuse(): void;
  /** The picture in the making is finished. */
  finish(as: Finished): void;
  /** The picture that is shown is one of the whole fabric, too. */
  copyShown(): void;
  /**
   * Puts finished pictures on the canvas, each only where no later one is.
   *
   * @param ratio pixels of the screen in one of the page
   * @param isWide in its margins, too
   */
  show(
    page: Colour,
    placements: readonly Placement[],
    ratio: number,
    isWide: boolean,
  ): void;
}

/** Red, green, blue from 0 to 1 of `#rrggbb`. */
export const rgb = (colour: string): Colour => {
  const value = Number.parseInt(colour.slice(1), 16);
  return [(value >> 16) / 255, ((value >> 8) & 255) / 255, (value & 255) / 255];
};

/** A line thinner than a pixel is drawn a pixel wide and fainter by so much. */
export const opacityOf = ({ size }: Look): number => Math.min(1, size);

/** Gives a canvas a size; one that it has already would empty it. */
export function resizeCanvas(
  canvas: HTMLCanvasElement,
  width: number,
  height: number,
): void {
  if (canvas.width !== width) canvas.width = width;
  if (canvas.height !== height) canvas.height = height;
}
