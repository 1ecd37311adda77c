import type { FabricView } from "../../shared/protocol.ts";
import type { Bounds } from "./camera.ts";

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Peak of a bowed cable over the height of its handle. */
const HANDLE = 1.5;

/** Where channels run, in the drawing's own coordinates. */
export class Geometry {
  readonly #view: FabricView;

  constructor(view: FabricView) {
    this.#view = view;
  }

  /** The point at share `t` of the way of a channel. */
  at(channel: number, t: number): Point {
    const { x, y, portNode, portPeer, bow } = this.#view;
    const a = portNode[channel] ?? 0;
    const b = portNode[portPeer[channel] ?? 0] ?? 0;
    const [xa = 0, ya = 0, xb = 0, yb = 0] = [x[a], y[a], x[b], y[b]];
    const lift = HANDLE * (bow[channel] ?? 0);
    if (lift === 0) return { x: xa + t * (xb - xa), y: ya + t * (yb - ya) };
    const length = Math.hypot(xb - xa, yb - ya) || 1;
    const hx = (xa + xb) / 2 - ((yb - ya) / length) * lift;
    const hy = (ya + yb) / 2 + ((xb - xa) / length) * lift;
    const [p, q, r] = [(1 - t) ** 2, 2 * t * (1 - t), t * t];
    return { x: p * xa + q * hx + r * xb, y: p * ya + q * hy + r * yb };
  }

  /** The rectangle in which all nodes and cables lie. Complexity: O(nodes + ports). */
  bounds(): Bounds {
    const { x, y, bow } = this.#view;
    if (x.length === 0) return { left: 0, right: 1, bottom: 0, top: 1 };
    let [left, right, bottom, top] = [Infinity, -Infinity, Infinity, -Infinity];
    const take = (px: number, py: number): void => {
      left = Math.min(left, px);
      right = Math.max(right, px);
      bottom = Math.min(bottom, py);
      top = Math.max(top, py);
    };
    for (let node = 0; node < x.length; node++) take(x[node]!, y[node]!);
    for (let port = 0; port < bow.length; port++)
      if (bow[port] !== 0) {
        const peak = this.at(port, 0.5);
        take(peak.x, peak.y);
      }
    return { left, right, bottom, top };
  }

  isStraight(channel: number): boolean {
    return this.#view.bow[channel] === 0;
  }
}
