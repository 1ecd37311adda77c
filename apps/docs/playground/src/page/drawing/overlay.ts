import type { FabricView, HeldPacket } from "../../shared/protocol.ts";
import type { Affine } from "./affine.ts";
import type { Geometry, Point } from "./geometry.ts";
import { LABEL_FONT, type Label } from "./labels.ts";
import type { Theme } from "./theme.ts";

/** A packet on its way over a channel. */
export interface Flight {
  readonly channel: number;
  /** Simulated time at which it began to leave, in ps. */
  readonly fromPs: number;
  readonly untilPs: number;
  /** Endports. */
  readonly source: number;
  readonly destination: number;
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
  /** Packets in buffers. */
  readonly held: readonly HeldPacket[];
  /** Endports whose packets stand out: source, destination. */
  readonly pair: readonly [number, number] | undefined;
  readonly nowPs: number;
  /** Channels whose first packet waits for room. */
  readonly waiting: Iterable<number>;
  readonly cycle: readonly number[];
  /** Channels whose direction is drawn as arrows: of a path or a tree. */
  readonly ways: readonly number[];
  readonly waysColor: string;
  readonly labels: readonly Label[];
  /** A node to draw a ring round, and its diameter. */
  readonly ring:
    | { readonly node: number; readonly diameter: number }
    | undefined;
}

const ARROW = 9;
/** Packets in a buffer stand behind each other at the end of their channel: where the first one stands, and how far the others behind it, as shares of the channel. */
const HELD_FROM = 0.16;
const HELD_STEP = 0.05;
const MOST_HELD = 8;

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
    this.#labels(scene);
    this.#ring(scene);
    this.#waits(scene);
    for (const channel of scene.ways)
      this.#arrow(scene, channel, scene.waysColor, 0.55);
    this.#packets(scene);
    this.#cycle(scene);
  }

  /** Names, with a rim in the colour of the page, so that lines do not run through the letters. */
  #labels({ labels, theme }: Pick<Scene, "labels" | "theme">): void {
    const c = this.#context;
    c.font = LABEL_FONT;
    c.textAlign = "center";
    c.textBaseline = "alphabetic";
    c.lineWidth = 4;
    c.lineJoin = "round";
    c.strokeStyle = theme.page;
    c.fillStyle = theme.text;
    for (const { text, x, y } of labels) {
      c.strokeText(text, x, y);
      c.fillText(text, x, y);
    }
  }

  /** Round the node under the pointer, with its whole name. */
  #ring({ ring, view, affine, theme }: Scene): void {
    if (ring === undefined) return;
    const c = this.#context;
    const { x, y } = pixel(affine, {
      x: view.x[ring.node] ?? 0,
      y: view.y[ring.node] ?? 0,
    });
    c.beginPath();
    c.arc(x, y, ring.diameter / 2 + 3, 0, 2 * Math.PI);
    c.strokeStyle = theme.path;
    c.lineWidth = 2.5;
    c.stroke();
    const text = view.labels[ring.node] ?? "";
    const half = c.measureText(text).width / 2 + 4;
    const { clientWidth } = this.#canvas;
    this.#labels({
      labels: [
        {
          text,
          x: Math.max(half, Math.min(clientWidth - half, x)),
          y: y - ring.diameter / 2 - 7,
        },
      ],
      theme,
    });
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
    for (const flight of scene.flights) {
      const { channel, fromPs, untilPs } = flight;
      const t = (scene.nowPs - fromPs) / (untilPs - fromPs);
      if (t >= 0 && t <= 1) this.#dot(scene, flight, channel, t, 3.4);
    }
    /** Channel and end -> packets drawn there. */
    const drawn = new Map<number, number>();
    for (const packet of scene.held) {
      const key = 2 * packet.channel + (packet.isBefore ? 1 : 0);
      const k = drawn.get(key) ?? 0;
      drawn.set(key, k + 1);
      if (k >= MOST_HELD) continue;
      const back = HELD_FROM + k * HELD_STEP;
      this.#dot(
        scene,
        packet,
        packet.channel,
        packet.isBefore ? back : 1 - back,
        2.6,
      );
    }
  }

  #dot(
    scene: Scene,
    { source, destination }: { source: number; destination: number },
    channel: number,
    t: number,
    radius: number,
  ): void {
    const c = this.#context;
    const { theme, pair } = scene;
    const { at } = spot(scene, channel, t);
    const isOwn = pair?.[0] === source && pair[1] === destination;
    c.fillStyle = isOwn ? theme.path : theme.packet;
    c.strokeStyle = theme.page;
    c.lineWidth = 1;
    c.beginPath();
    c.arc(at.x, at.y, isOwn ? radius + 1.4 : radius, 0, 2 * Math.PI);
    c.fill();
    c.stroke();
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
  x: a.x + a.scale * x,
  y: a.y - a.scale * y,
});
