import type { FabricView } from "../../shared/protocol.ts";
import type { Theme } from "../theme.ts";
import type { Geometry, Point } from "./geometry.ts";

/** From the drawing's coordinates to pixels. */
export interface Affine {
  readonly xx: number;
  readonly xy: number;
  readonly yx: number;
  readonly yy: number;
  readonly x: number;
  readonly y: number;
}

/** A packet on its way over a channel. */
export interface Flight {
  readonly channel: number;
  /** Simulated time at which it began to leave, in ps. */
  readonly fromPs: number;
  readonly untilPs: number;
}

/** What is drawn above the fabric. */
export interface Scene {
  readonly view: FabricView;
  readonly geometry: Geometry;
  readonly affine: Affine;
  readonly theme: Theme;
  /** Pixels by which a channel runs to the right of its cable; 0 where both directions are one line. */
  readonly shift: number;
  readonly flights: readonly Flight[];
  readonly nowPs: number;
  /** Channels whose first packet waits for room. */
  readonly waiting: Iterable<number>;
  readonly cycle: readonly number[];
  /** Channels whose direction is drawn as arrows: of a path or a tree. */
  readonly ways: readonly number[];
  readonly waysColor: string;
}

const ARROW = 9;

/** The canvas above the drawing: packets, waits, directions, the numbers of a cycle. */
export class Overlay {
  readonly #canvas: HTMLCanvasElement;
  readonly #context: CanvasRenderingContext2D;

  constructor(canvas: HTMLCanvasElement) {
    this.#canvas = canvas;
    const context = canvas.getContext("2d");
    if (context === null) throw new Error("this browser has no canvas");
    this.#context = context;
  }

  draw(scene: Scene): void {
    const ratio = devicePixelRatio;
    const { clientWidth: width, clientHeight: height } = this.#canvas;
    if (
      this.#canvas.width !== Math.round(width * ratio) ||
      this.#canvas.height !== Math.round(height * ratio)
    ) {
      this.#canvas.width = Math.round(width * ratio);
      this.#canvas.height = Math.round(height * ratio);
    }
    const c = this.#context;
    c.setTransform(ratio, 0, 0, ratio, 0, 0);
    c.clearRect(0, 0, width, height);
    this.#waits(scene);
    for (const channel of scene.ways)
      this.#arrow(scene, channel, scene.waysColor, 0.55);
    this.#packets(scene);
    this.#cycle(scene);
  }

  /** A bar across the end of a channel. */
  #waits(scene: Scene): void {
    const c = this.#context;
    c.strokeStyle = scene.theme.wait;
    c.lineWidth = 3;
    c.beginPath();
    for (const channel of scene.waiting) {
      const { at, heading } = spot(scene, channel, 0.8);
      const [dx, dy] = [
        Math.cos(heading + Math.PI / 2),
        Math.sin(heading + Math.PI / 2),
      ];
      c.moveTo(at.x - 5 * dx, at.y - 5 * dy);
      c.lineTo(at.x + 5 * dx, at.y + 5 * dy);
    }
    c.stroke();
  }

  #packets(scene: Scene): void {
    const c = this.#context;
    c.fillStyle = scene.theme.packet;
    c.strokeStyle = scene.theme.page;
    c.lineWidth = 1;
    for (const { channel, fromPs, untilPs } of scene.flights) {
      const t = (scene.nowPs - fromPs) / (untilPs - fromPs);
      if (t < 0 || t > 1) continue;
      const { at } = spot(scene, channel, t);
      c.beginPath();
      c.arc(at.x, at.y, 3.4, 0, 2 * Math.PI);
      c.fill();
      c.stroke();
    }
  }

  #arrow(scene: Scene, channel: number, color: string, t: number): void {
    const { at, heading } = spot(scene, channel, t);
    const c = this.#context;
    c.fillStyle = color;
    c.beginPath();
    c.moveTo(
      at.x + ARROW * Math.cos(heading),
      at.y + ARROW * Math.sin(heading),
    );
    for (const turn of [2.5, -2.5])
      c.lineTo(
        at.x + ARROW * Math.cos(heading + turn),
        at.y + ARROW * Math.sin(heading + turn),
      );
    c.fill();
  }

  #cycle(scene: Scene): void {
    const c = this.#context;
    const { theme } = scene;
    for (const channel of scene.cycle)
      this.#arrow(scene, channel, theme.cycle, 0.7);
    c.font = "bold 11px system-ui, 'DejaVu Sans', sans-serif";
    c.textAlign = "center";
    c.textBaseline = "middle";
    scene.cycle.forEach((channel, k) => {
      const { at } = spot(scene, channel, 0.4);
      c.beginPath();
      c.arc(at.x, at.y, 9, 0, 2 * Math.PI);
      c.fillStyle = theme.page;
      c.fill();
      c.strokeStyle = theme.cycle;
      c.lineWidth = 1.6;
      c.stroke();
      c.fillStyle = theme.cycle;
      c.fillText(String(k + 1), at.x, at.y + 0.5);
    });
  }
}

/** A place on a channel in pixels, and its direction there. */
function spot(
  scene: Scene,
  channel: number,
  t: number,
): { readonly at: Point; readonly heading: number } {
  const { geometry, shift } = scene;
  const here = pixel(scene.affine, geometry.at(channel, t));
  const before = pixel(
    scene.affine,
    geometry.at(channel, Math.max(0, t - 0.02)),
  );
  const after = pixel(
    scene.affine,
    geometry.at(channel, Math.min(1, t + 0.02)),
  );
  const heading = Math.atan2(after.y - before.y, after.x - before.x);
  // Right of the direction, on a screen whose y grows downwards.
  return {
    heading,
    at: {
      x: here.x - shift * Math.sin(heading),
      y: here.y + shift * Math.cos(heading),
    },
  };
}

const pixel = (a: Affine, { x, y }: Point): Point => ({
  x: a.xx * x + a.xy * y + a.x,
  y: a.yx * x + a.yy * y + a.y,
});
