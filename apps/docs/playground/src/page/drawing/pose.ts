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
