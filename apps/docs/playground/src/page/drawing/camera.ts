import type { Affine } from "./affine.ts";

/** Pixels that stay free beside the drawing, below it, and above it, where the text stands. */
const SIDE = 44;
const BELOW = 40;
const ABOVE = 64;
/** How far one can zoom, from all of it = 1. */
const NEAREST = 1000;
const FARTHEST = 0.25;

/** The rectangle of the drawing's own coordinates; y grows upwards. */
export interface Bounds {
  readonly left: number;
  readonly right: number;
  readonly bottom: number;
  readonly top: number;
}

/** Which part of the drawing is seen: the point in the middle, and how far it is zoomed in. */
export class Camera {
  #bounds: Bounds = { left: 0, right: 1, bottom: 0, top: 1 };
  #width = 1;
  #height = 1;
  #x = 0.5;
  #y = 0.5;
  #zoom = 1;

  /** Shows all of another drawing. */
  fit(bounds: Bounds): void {
    this.#bounds = bounds;
    this.reset();
  }

  /** The element has another size, in pixels. */
  resize(width: number, height: number): void {
    this.#width = Math.max(1, width);
    this.#height = Math.max(1, height);
  }

  reset(): void {
    const { left, right, bottom, top } = this.#bounds;
    this.#x = (left + right) / 2;
    this.#y = (bottom + top) / 2;
    this.#zoom = 1;
  }

  /** Pixel row of the point in the middle: below the middle of the element, for there is text above. */
  get #middle(): number {
    return this.#height / 2 + (ABOVE - BELOW) / 2;
  }

  /** 1 = all of it is seen. */
  get zoomed(): number {
    return this.#zoom;
  }

  /** Pixels of a unit of the drawing. */
  get scale(): number {
    return this.#zoom * this.#wholeScale;
  }

  get #wholeScale(): number {
    const { left, right, bottom, top } = this.#bounds;
    return Math.min(
      Math.max(16, this.#width - 2 * SIDE) / Math.max(1e-9, right - left),
      Math.max(16, this.#height - ABOVE - BELOW) / Math.max(1e-9, top - bottom),
    );
  }

  /** From the drawing's coordinates to pixels of its element. */
  affine(): Affine {
    return this.#from(this.#x, this.#y, this.scale);
  }

  /** The same where all of it is seen. */
  home(): Affine {
    const { left, right, bottom, top } = this.#bounds;
    return this.#from((left + right) / 2, (bottom + top) / 2, this.#wholeScale);
  }

  #from(x: number, y: number, scale: number): Affine {
    return {
      scale,
      x: this.#width / 2 - scale * x,
      y: this.#middle + scale * y,
    };
  }

  /** Moves what is seen by pixels: a positive `dx` shows what stands to the right. */
  pan(dx: number, dy: number): void {
    const { scale } = this;
    const { left, right, bottom, top } = this.#bounds;
    this.#x = Math.min(right, Math.max(left, this.#x + dx / scale));
    this.#y = Math.min(top, Math.max(bottom, this.#y - dy / scale));
  }

  /** Moves by shares of what is seen. */
  panShare(dx: number, dy: number): void {
    this.pan(dx * this.#width, dy * this.#height);
  }

  /** Zooms in by a factor; what is at the pixel stays there. */
  zoom(
    factor: number,
    atX: number = this.#width / 2,
    atY: number = this.#middle,
  ): void {
    const before = this.scale;
    this.#zoom = Math.min(NEAREST, Math.max(FARTHEST, this.#zoom * factor));
    const moved = 1 / before - 1 / this.scale;
    this.#x += (atX - this.#width / 2) * moved;
    this.#y -= (atY - this.#middle) * moved;
  }
}
