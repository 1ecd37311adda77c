import { LOAD_CLASSES, type FabricView } from "../../shared/protocol.ts";
import type { Theme } from "../theme.ts";
import { rgb } from "./gl.ts";
import { LineLayer, MOST_CLASSES, type LineLook } from "./line-layer.ts";
import { linesOf, mergedLines } from "./lines.ts";
import { NodeLayer } from "./node-layer.ts";
import type { Affine } from "./overlay.ts";
import { LARGE, type Sizes } from "./sizes.ts";

/** What a channel is marked as; a later one is drawn over an earlier. */
export const MARKS = ["none", "tree", "path", "cycle"] as const;
export type Mark = Exclude<(typeof MARKS)[number], "none">;

/** Kinds of nodes. */
export const HOST = 0;
export const SWITCH = 1;
export const STANDS_OUT = 2;

/** How opaque merged lines are. */
const MERGED_OPACITY = 0.5;
const MERGED_WIDTH = 1;

/** A fabric on the graphics card: sent once, and of a frame only where it is seen from. */
export class Picture {
  readonly #gl: WebGL2RenderingContext;
  readonly #view: FabricView;
  readonly #lines: LineLayer;
  /** Few lines for many, of a large fabric. */
  readonly #merged: LineLayer | undefined;
  readonly #nodes: NodeLayer;
  #marked: LineLayer | undefined;
  readonly #colours = new Float32Array(3 * MOST_CLASSES);
  readonly #nodeColours = new Float32Array(9);
  readonly #widths = new Float32Array(MOST_CLASSES);
  readonly #diameters = new Float32Array(3);
  #look: LineLook;

  constructor(gl: WebGL2RenderingContext, view: FabricView) {
    this.#gl = gl;
    this.#view = view;
    this.#lines = new LineLayer(gl, linesOf(view));
    this.#merged =
      view.linkCount > LARGE ? new LineLayer(gl, mergedLines(view)) : undefined;
    this.#nodes = new NodeLayer(gl, view.x, view.y, this.kinds());
    this.#look = {
      colours: this.#colours,
      widths: this.#widths,
      shift: 0,
      opacity: 1,
    };
  }

  dispose(): void {
    for (const one of [this.#lines, this.#merged, this.#nodes, this.#marked])
      one?.dispose();
  }

  get bothWays(): boolean {
    return this.#lines.lines.second === undefined;
  }

  /** Lines, and lines that stand for many while it moves. */
  get counts(): { readonly lines: number; readonly merged: number } {
    return {
      lines: this.#lines.lines.count,
      merged: this.#merged?.lines.count ?? 0,
    };
  }

  /** Node -> what it is. */
  kinds(): Uint8Array {
    const { x, switchCount } = this.#view;
    return Uint8Array.from(x, (_, node) =>
      node < switchCount ? SWITCH : HOST,
    );
  }

  /** Nodes that stand out. */
  emphasise(ends: readonly number[]): void {
    const kinds = this.kinds();
    for (const node of ends) kinds[node] = STANDS_OUT;
    this.#nodes.kinds(kinds);
  }

  load(classes: Uint8Array): void {
    this.#lines.colour(classes);
    this.#merged?.colourMerged(classes);
  }

  /** @param marks channel -> index in `MARKS` */
  mark(marks: ReadonlyMap<number, number>): void {
    this.#marked?.dispose();
    this.#marked = undefined;
    if (marks.size === 0) return;
    // Later marks above earlier ones.
    const channels = [...marks.keys()].sort(
      (a, b) => marks.get(a)! - marks.get(b)!,
    );
    this.#marked = new LineLayer(this.#gl, linesOf(this.#view, channels));
    const classes = new Uint8Array(this.#view.portPeer.length);
    for (const [channel, mark] of marks) classes[channel] = LOAD_CLASSES + mark;
    this.#marked.colour(classes);
  }

  /** Takes over colours. */
  retheme(theme: Theme): void {
    const colours = [...theme.loads, theme.tree, theme.path, theme.cycle];
    colours.forEach((colour, k) => this.#colours.set(rgb(colour), 3 * k));
    [theme.host, theme.switch, theme.path].forEach((colour, k) =>
      this.#nodeColours.set(rgb(colour), 3 * k),
    );
  }

  /**
   * Draws a frame. Nothing is computed for single nodes or lines.
   *
   * @param isMoving whether fewer lines will do
   * @param ratio pixels of the screen in one of the page
   */
  draw(affine: Affine, size: Sizes, isMoving: boolean, ratio: number): void {
    const gl = this.#gl;
    gl.viewport(0, 0, gl.drawingBufferWidth, gl.drawingBufferHeight);
    gl.clearColor(0, 0, 0, 0);
    gl.clear(gl.COLOR_BUFFER_BIT);
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    const marked = Math.max(3, 1.6 * size.lines);
    const merged = isMoving ? this.#merged : undefined;
    for (let k = 0; k < MOST_CLASSES; k++)
      this.#widths[k] =
        ratio *
        (k > LOAD_CLASSES
          ? marked
          : merged === undefined
            ? size.lines
            : MERGED_WIDTH);
    const look = {
      ...this.#look,
      shift: this.bothWays ? size.lines + 0.8 : 0,
    };
    if (merged === undefined) {
      // Loaded channels above idle ones.
      this.#lines.draw(affine, ratio, look, [0, 0]);
      this.#lines.draw(affine, ratio, look, [1, LOAD_CLASSES]);
    } else
      merged.draw(
        affine,
        ratio,
        { ...look, shift: 0, opacity: MERGED_OPACITY },
        [0, LOAD_CLASSES],
      );
    this.#marked?.draw(affine, ratio, look, [LOAD_CLASSES + 1, MOST_CLASSES]);
    this.#diameters.set([
      ratio * size.hosts,
      ratio * size.switches,
      ratio * Math.max(6, 1.7 * size.hosts),
    ]);
    const { switchCount, x } = this.#view;
    for (const range of [
      [switchCount, x.length],
      [0, switchCount],
    ] as const)
      this.#nodes.draw(
        affine,
        ratio,
        this.#diameters,
        this.#nodeColours,
        range,
      );
  }
}
