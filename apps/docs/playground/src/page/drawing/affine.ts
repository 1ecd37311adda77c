/** From the drawing's coordinates, whose y grows upwards, to pixels, whose y grows downwards. */
export interface Affine {
  /** Pixels of a unit. */
  readonly scale: number;
  /** Where the origin stands. */
  readonly x: number;
  readonly y: number;
}
