import type { Affine } from "./affine.ts";
import type { Sizes } from "./sizes.ts";

/** From where, and how large, a picture is drawn. */
export interface Pose {
  readonly affine: Affine;
  readonly size: Sizes;
  /** Pixels of the page. */
  readonly width: number;
  readonly height: number;
  /** Pixels of the screen in one of the page. */
  readonly ratio: number;
}

/** Whether the same is seen from both, in as many pixels. */
export const isSame = (a: Pose, b: Pose): boolean =>
  a.width === b.width &&
  a.height === b.height &&
  a.ratio === b.ratio &&
  a.affine.scale === b.affine.scale &&
  a.affine.x === b.affine.x &&
  a.affine.y === b.affine.y;

/** A rectangle, in pixels of the page. */
export interface Place {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Where what was drawn from one place is seen from another. */
export function placed(from: Pose, to: Pose): Place {
  const grown = to.affine.scale / from.affine.scale;
  return {
    left: to.affine.x - grown * from.affine.x,
    top: to.affine.y - grown * from.affine.y,
    width: grown * from.width,
    height: grown * from.height,
  };
}
