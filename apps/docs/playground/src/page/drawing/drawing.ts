import type { FabricView } from "../../shared/protocol.ts";
import { currentTheme, type Theme } from "../theme.ts";
import { Camera } from "./camera.ts";
import { Geometry } from "./geometry.ts";
import { forgetPrograms } from "./gl.ts";
import { NodeGrid } from "./node-grid.ts";
import type { Affine } from "./overlay.ts";
import { MARKS, Picture, type Mark } from "./picture.ts";
import { listenForPointers } from "./pointer.ts";
import { LARGE, sizes, type Sizes } from "./sizes.ts";

/** Milliseconds without a movement, after which everything is drawn again. */
const REST = 160;
/** Pixels round a node in which it is pointed at. */
const REACH = 12;
/** How nodes and lines grow as one zooms in: the root of the zoom, up to these pixels. */
const MOST: Sizes = { switches: 22, hosts: 12, lines: 3 };
/** Above this zoom so little is seen that merged lines would save nothing. */
const CLOSE = 12;
/** More pixels of the screen in one of the page are not drawn: nobody sees them, and they take time. */
const MOST_RATIO = 2;

export interface DrawingListener {
  /** A node under the pointer; undefined when it leaves. */
  hover(node: number | undefined): void;
  click(node: number): void;
  /** Something moved: what is drawn above has to follow. */
  moved(): void;
}

/** A fabric, drawn with WebGL: nodes, and channels coloured by load or marked. */
export class Drawing {
  readonly #container: HTMLElement;
  readonly #canvas: HTMLCanvasElement;
  readonly #gl: WebGL2RenderingContext | null;
  readonly #camera = new Camera();
  listener: DrawingListener | undefined;
  #view: FabricView | undefined;
  #picture: Picture | undefined;
  #grid: NodeGrid | undefined;
  #geometry: Geometry | undefined;
  #theme: Theme = currentTheme();
  #loads: Uint8Array = new Uint8Array(0);
  #marks = new Map<number, number>();
  #ends: readonly number[] = [];
  #hovered: number | undefined;
  #movedAt = Number.NEGATIVE_INFINITY;
  #isMoving = false;
  #isDirty = true;

  constructor(container: HTMLElement) {
    this.#container = container;
    this.#canvas = document.createElement("canvas");
    container.append(this.#canvas);
    this.#gl = this.#canvas.getContext("webgl2", {
      antialias: false,
      powerPreference: "high-performance",
    });
    this.#canvas.addEventListener("webglcontextlost", (event) =>
      event.preventDefault(),
    );
    this.#canvas.addEventListener("webglcontextrestored", () => {
      if (this.#gl !== null) forgetPrograms(this.#gl);
      this.#picture = undefined;
      this.#touch();
    });
    new ResizeObserver(() => {
      this.#camera.resize(container.clientWidth, container.clientHeight);
      this.#touch();
    }).observe(container);
    listenForPointers(container, this.#camera, {
      moved: (byHand) => this.#move(byHand),
      rested: () => this.#touch(),
      point: (x, y) => this.#point(x, y),
      click: (x, y) => {
        const node = this.#nodeAt(x, y);
        if (node !== undefined) this.listener?.click(node);
      },
    });
  }

  /** Whether this browser can draw a fabric at all. */
  get canDraw(): boolean {
    return this.#gl !== null;
  }

  get view(): FabricView | undefined {
    return this.#view;
  }

  get theme(): Theme {
    return this.#theme;
  }

  get grid(): NodeGrid | undefined {
    return this.#grid;
  }

  get bothWays(): boolean {
    return this.#picture?.bothWays ?? true;
  }

  /** Fewer lines are drawn, and no names. */
  get isSimpler(): boolean {
    return this.#isMoving && (this.#view?.linkCount ?? 0) > LARGE;
  }

  /** Nodes that stand out, and the one under the pointer. */
  get ends(): readonly number[] {
    return this.#ends;
  }

  get hovered(): number | undefined {
    return this.#hovered;
  }

  /** Draws a fabric instead of what was there. */
  show(view: FabricView): void {
    this.#picture?.dispose();
    this.#picture = undefined;
    this.#view = view;
    this.#grid = new NodeGrid(view.x, view.y);
    this.#geometry = new Geometry(view);
    this.#loads = new Uint8Array(view.portPeer.length);
    this.#marks = new Map();
    this.#ends = [];
    this.#hovered = undefined;
    this.#camera.fit(this.#geometry.bounds());
    this.#touch();
  }

  /** Draws, where something has changed. @param now milliseconds @returns whether it did */
  frame(now: number): boolean {
    if (this.#isMoving && now - this.#movedAt > REST) {
      this.#isMoving = false;
      this.#isDirty = true;
    }
    if (!this.#isDirty) return false;
    this.#isDirty = false;
    if (this.#gl === null || this.#view === undefined) return true;
    const { clientWidth, clientHeight } = this.#container;
    const ratio = Math.min(MOST_RATIO, devicePixelRatio);
    const [width, height] = [
      Math.max(1, Math.round(clientWidth * ratio)),
      Math.max(1, Math.round(clientHeight * ratio)),
    ];
    if (this.#canvas.width !== width) this.#canvas.width = width;
    if (this.#canvas.height !== height) this.#canvas.height = height;
    this.#picture ??= this.#painted(this.#gl, this.#view);
    this.#picture.draw(
      this.#camera.affine(),
      this.sizes(),
      this.isSimpler && this.#camera.zoomed < CLOSE,
      ratio,
    );
    return true;
  }

  #painted(gl: WebGL2RenderingContext, view: FabricView): Picture {
    const picture = new Picture(gl, view);
    picture.retheme(this.#theme);
    picture.load(this.#loads);
    picture.mark(this.#marks);
    picture.emphasise(this.#ends);
    return picture;
  }

  /** Sizes at the present zoom, in pixels of the page. */
  sizes(): Sizes {
    const base = sizes(this.#view!);
    const grown =
      Math.sqrt(this.#camera.zoomed) *
      Math.max(0.6, Math.min(1, this.#container.clientWidth / 900));
    const of = (key: keyof Sizes): number =>
      Math.min(MOST[key], base[key] * grown);
    return {
      switches: of("switches"),
      hosts: of("hosts"),
      lines: of("lines"),
    };
  }

  /** The colours have changed. */
  retheme(): void {
    this.#theme = currentTheme();
    this.#picture?.retheme(this.#theme);
    this.#touch();
  }

  /** Colours channels by their class of load. */
  load(classes: Uint8Array): void {
    if (classes.every((one, channel) => one === this.#loads[channel])) return;
    this.#loads = classes;
    this.#picture?.load(classes);
    this.#touch();
  }

  /** Marks channels, and no others, as what they are. */
  mark(kind: Mark, channels: readonly number[]): void {
    const value = MARKS.indexOf(kind);
    for (const [channel, mark] of this.#marks)
      if (mark === value) this.#marks.delete(channel);
    for (const channel of channels)
      this.#marks.set(channel, Math.max(value, this.#marks.get(channel) ?? 0));
    this.#picture?.mark(this.#marks);
    this.#touch();
  }

  /** Hosts that stand out, by node. */
  emphasise(ends: readonly number[]): void {
    this.#ends = ends;
    this.#picture?.emphasise(ends);
    this.#touch();
  }

  /** From the drawing's coordinates to pixels of its element; undefined before there is a drawing. */
  affine(): Affine | undefined {
    return this.#view === undefined ? undefined : this.#camera.affine();
  }

  geometry(): Geometry | undefined {
    return this.#geometry;
  }

  /** Moves the camera by shares of what is seen: to the right and down. */
  pan(dx: number, dy: number): void {
    this.#camera.panShare(dx, dy);
    this.#move(false);
  }

  /** Zooms in by a factor. */
  zoom(factor: number): void {
    this.#camera.zoom(factor);
    this.#move(false);
  }

  /** Shows all of it. */
  reset(): void {
    this.#camera.reset();
    this.#move(false);
  }

  #move(byHand: boolean): void {
    if (byHand) {
      this.#isMoving = true;
      this.#movedAt = performance.now();
    }
    this.#touch();
  }

  #touch(): void {
    this.#isDirty = true;
    this.listener?.moved();
  }

  #nodeAt(x: number, y: number): number | undefined {
    const { scale, x: left, y: top } = this.#camera.affine();
    return this.#grid?.nearest(
      (x - left) / scale,
      (top - y) / scale,
      REACH / scale,
    );
  }

  #point(x: number | undefined, y: number | undefined): void {
    const node =
      x === undefined || y === undefined ? undefined : this.#nodeAt(x, y);
    if (node === this.#hovered) return;
    this.#hovered = node;
    this.#container.classList.toggle("pointing", node !== undefined);
    this.listener?.hover(node);
    this.#touch();
  }
}
