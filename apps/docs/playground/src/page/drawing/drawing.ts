import type { FabricView } from "../../shared/protocol.ts";
import { currentTheme, type Theme } from "./theme.ts";
import { Camera } from "./camera.ts";
import { Geometry } from "./geometry.ts";
import { NodeGrid } from "./node-grid.ts";
import type { Affine } from "./affine.ts";
import { MARKS, Picture, type Mark } from "./picture.ts";
import type { Pose } from "./pose.ts";
import { listenForPointers } from "./pointer.ts";
import { Progress } from "./progress.ts";
import { sizes, type Sizes } from "./sizes.ts";
import type { Surface } from "./surface.ts";
import { surfaceFor } from "./surface-for.ts";

/** Milliseconds without a movement, after which the drawing is taken to stand. */
const REST = 160;
/** Pixels round a node in which it is pointed at. */
const REACH = 12;
/** How nodes and lines grow as one zooms in: the root of the zoom, up to these pixels. */
const MOST: Sizes = { switches: 22, hosts: 12, lines: 3 };
/** More pixels of the screen in one of the page are not drawn: nobody sees them, and they take time. */
const MOST_RATIO = 2;

export interface DrawingListener {
  /** A node under the pointer; undefined when it leaves. */
  hover(node: number | undefined): void;
  click(node: number): void;
  /** Something moved: what is drawn above has to follow. */
  moved(): void;
}

/** A fabric: nodes, and channels coloured by load or marked. */
export class Drawing {
  readonly #container: HTMLElement;
  readonly #camera = new Camera();
  /** Pixels of the page. */
  #width = 0;
  #height = 0;
  listener: DrawingListener | undefined;
  #surface: Surface;
  #view: FabricView | undefined;
  #picture: Picture | undefined;
  #progress: Progress | undefined;
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
    this.#surface = surfaceFor(container, (surface) => {
      this.#surface = surface;
      this.#begin();
    });
    new ResizeObserver(() => {
      this.#width = container.clientWidth;
      this.#height = container.clientHeight;
      this.#camera.resize(this.#width, this.#height);
      this.#touch();
    }).observe(container);
    listenForPointers(container, this.#camera, {
      moved: () => this.#move(),
      rested: () => this.#touch(),
      point: (x, y) => this.#point(x, y),
      click: (x, y) => {
        const node = this.#nodeAt(x, y);
        if (node !== undefined) this.listener?.click(node);
      },
    });
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

  /** The drawing is moved faster than it can be drawn: what is seen is a picture of before, moved and scaled. */
  get isBehind(): boolean {
    return this.#isMoving && this.#progress?.isExact(this.#pose()) === false;
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
    this.#view = view;
    this.#picture = new Picture(view);
    this.#picture.retheme(this.#theme);
    this.#grid = new NodeGrid(view.x, view.y);
    this.#geometry = new Geometry(view);
    this.#loads = new Uint8Array(view.portPeer.length);
    this.#marks = new Map();
    this.#ends = [];
    this.#hovered = undefined;
    this.#camera.fit(this.#geometry.bounds());
    this.#begin();
  }

  /** Draws, where something has changed, as much as there is time for. @param now milliseconds @returns whether what is seen is another */
  frame(now: number): boolean {
    if (this.#isMoving && now - this.#movedAt > REST) {
      this.#isMoving = false;
      this.#isDirty = true;
    }
    if (!this.#isDirty) return false;
    this.#isDirty = false;
    if (this.#progress === undefined) return true;
    const pose = this.#pose();
    const home = {
      ...pose,
      affine: this.#camera.home(),
      size: this.#sizesAt(1),
    };
    const isOther = this.#progress.frame(now, pose, home, this.#isMoving);
    this.#isDirty = this.#isMoving || !this.#progress.isDone(pose);
    this.#container.dataset["picture"] = this.#progress.isExact(pose)
      ? "whole"
      : "behind";
    return isOther;
  }

  /** Everything is drawn anew. */
  #begin(): void {
    this.#progress =
      this.#picture === undefined || this.#view === undefined
        ? undefined
        : new Progress(
            this.#surface,
            this.#picture,
            this.#view.portPeer.length + this.#view.x.length,
          );
    this.#touch();
  }

  #pose(): Pose {
    return {
      affine: this.#camera.affine(),
      size: this.sizes(),
      width: this.#width,
      height: this.#height,
      ratio: Math.min(MOST_RATIO, devicePixelRatio),
    };
  }

  /** Sizes at the present zoom, in pixels of the page. */
  sizes(): Sizes {
    return this.#sizesAt(this.#camera.zoomed);
  }

  #sizesAt(zoomed: number): Sizes {
    const base = sizes(this.#view!);
    const grown =
      Math.sqrt(zoomed) * Math.max(0.6, Math.min(1, this.#width / 900));
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
    this.#move();
  }

  /** Zooms in by a factor. */
  zoom(factor: number): void {
    this.#camera.zoom(factor);
    this.#move();
  }

  /** Shows all of it. */
  reset(): void {
    this.#camera.reset();
    this.#move();
  }

  #move(): void {
    this.#isMoving = true;
    this.#movedAt = performance.now();
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
