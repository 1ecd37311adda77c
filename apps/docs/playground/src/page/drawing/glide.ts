import { isSame, placed, type Pose } from "./pose.ts";

/** Share of the element by which its canvas is larger at each edge. */
const MARGIN = 0.125;
/** What is on the canvas is drawn anew before it is scaled by more than this: it would be blurred. */
const MOST_SCALED = 1.3;

/** Pixels of the page of which margins are multiples: whole pixels of most screens, so that what is drawn is not blurred. */
const STEP = 4;

/** Pixels of the screen by which a canvas is larger than its element, at the left and right, and at the top and bottom. */
export function marginOf({
  width,
  height,
  ratio,
}: Pose): readonly [number, number] {
  const of = (size: number): number =>
    Math.round(ratio * STEP * Math.ceil((MARGIN * size) / STEP));
  return [of(width), of(height)];
}

/**
 * Moves a canvas under the edges of its element.
 *
 * Why: to put finished pictures on it anew costs as much as the browser needs to put it on the page. Moved and scaled by the browser, it costs nothing more, as long as nothing is to be seen
 * that is not on it.
 */
export class Glide {
  /** From where the canvas is drawn, and whether beyond the edges of its element, too. */
  #drawn: { readonly pose: Pose; readonly isWide: boolean } | undefined;
  #canvas: HTMLCanvasElement | undefined;

  /** The canvas is drawn: it stands where it is seen. */
  drawn(canvas: HTMLCanvasElement, pose: Pose, isWide: boolean): void {
    const before = this.#drawn;
    this.#drawn = { pose, isWide };
    if (
      canvas !== this.#canvas ||
      before?.pose.width !== pose.width ||
      before.pose.height !== pose.height ||
      before.pose.ratio !== pose.ratio
    )
      fit(canvas, pose);
    this.#canvas = canvas;
    canvas.style.transform = "none";
  }

  /** Moves the canvas to where it is seen from another place. @returns false where it does not hold all that is to be seen, or not well enough */
  to(pose: Pose): boolean {
    const canvas = this.#canvas;
    if (this.#drawn === undefined || canvas === undefined) return false;
    const { pose: from, isWide } = this.#drawn;
    if (isSame(from, pose)) {
      canvas.style.transform = "none";
      return true;
    }
    if (
      from.width !== pose.width ||
      from.height !== pose.height ||
      from.ratio !== pose.ratio
    )
      return false;
    const { left, top, width, height } = placed(from, pose);
    const grown = width / pose.width;
    if (grown > MOST_SCALED || grown < 1 / MOST_SCALED) return false;
    const [x, y] = isWide
      ? marginOf(from).map((pixels) => (grown * pixels) / from.ratio)
      : [0, 0];
    if (
      left > x! ||
      top > y! ||
      left + width < pose.width - x! ||
      top + height < pose.height - y!
    )
      return false;
    canvas.style.transform = `translate(${left}px, ${top}px) scale(${grown})`;
    return true;
  }
}

/** The canvas stands so that its pixels are those of the screen, and is scaled from the corner of its element. */
function fit(canvas: HTMLCanvasElement, pose: Pose): void {
  const { style } = canvas;
  const [x, y] = marginOf(pose).map((pixels) => pixels / pose.ratio);
  style.left = `${-x!}px`;
  style.top = `${-y!}px`;
  style.width = `${canvas.width / pose.ratio}px`;
  style.height = `${canvas.height / pose.ratio}px`;
  style.transformOrigin = `${x}px ${y}px`;
}
