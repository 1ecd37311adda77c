import type { Layout } from "./switch-layout.ts";

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** The line of a channel, or of a cable. */
export interface Way {
  /** SVG path data. */
  readonly d: string;
  /** Where a mark on it stands. */
  readonly middle: Point;
  readonly end: Point;
  /** Direction at its end, in radians. */
  readonly heading: number;
}

/**
 * The line from switch `a` to switch `b`, shifted to the right of its direction, so that the two directions of a cable lie side by side, and cut off at the switches'
 * outlines where asked.
 *
 * @param shift in pixels
 */
export function wayOf(
  layout: Layout,
  a: number,
  b: number,
  shift: number,
  trimmed: boolean,
): Way {
  const { x, y } = layout;
  const from = { x: x[a] ?? 0, y: y[a] ?? 0 };
  const to = { x: x[b] ?? 0, y: y[b] ?? 0 };
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  // Right of the direction of travel, on a screen whose y grows downwards.
  const right = {
    x: -(to.y - from.y) / length,
    y: (to.x - from.x) / length,
  };
  const bow = layout.bow(a, b);
  const moved = (point: Point, by: number): Point => ({
    x: point.x + right.x * by,
    y: point.y + right.y * by,
  });
  if (bow === 0) {
    let [p, q] = [moved(from, shift), moved(to, shift)];
    const heading = Math.atan2(q.y - p.y, q.x - p.x);
    if (trimmed) {
      p = outside(layout, from, p, heading);
      q = outside(layout, to, q, heading + Math.PI);
    }
    const middle = { x: (p.x + q.x) / 2, y: (p.y + q.y) / 2 };
    return { d: `M${pt(p)}L${pt(q)}`, middle, end: q, heading };
  }
  // A cubic that leaves and arrives at an angle; its middle is at three quarters of its handles' height.
  const lift = -bow + shift;
  let p = moved(from, shift);
  let q = moved(to, shift);
  const along = { x: (to.x - from.x) / length, y: (to.y - from.y) / length };
  const reach = Math.min(length / 3, Math.abs(bow));
  const handle = (at: Point, by: number): Point =>
    moved({ x: at.x + along.x * by, y: at.y + along.y * by }, lift);
  const first = handle(from, reach);
  const second = handle(to, -reach);
  const heading = Math.atan2(q.y - second.y, q.x - second.x);
  if (trimmed) {
    const start = Math.atan2(first.y - p.y, first.x - p.x);
    p = outside(layout, from, p, start);
    q = outside(layout, to, q, heading + Math.PI);
  }
  const middle = {
    x: (p.x + 3 * first.x + 3 * second.x + q.x) / 8,
    y: (p.y + 3 * first.y + 3 * second.y + q.y) / 8,
  };
  return {
    d: `M${pt(p)}C${pt(first)} ${pt(second)} ${pt(q)}`,
    middle,
    end: q,
    heading,
  };
}

/** The place where a ray from `start`, near the middle of a switch, leaves the switch's outline. */
function outside(
  { node }: Layout,
  centre: Point,
  start: Point,
  heading: number,
): Point {
  const [dx, dy] = [Math.cos(heading), Math.sin(heading)];
  const reach = (offset: number, direction: number, half: number): number =>
    Math.abs(direction) < 1e-9
      ? Infinity
      : ((direction > 0 ? half : -half) - offset) / direction;
  const by = Math.max(
    0,
    Math.min(
      reach(start.x - centre.x, dx, node.width / 2 + 2),
      reach(start.y - centre.y, dy, node.height / 2 + 2),
    ),
  );
  return { x: start.x + dx * by, y: start.y + dy * by };
}

const pt = ({ x, y }: Point): string => `${round(x)} ${round(y)}`;

/** Tenths of a pixel: enough, and the same text on every machine. */
export const round = (value: number): string => {
  const tenths = Math.round(value * 10) / 10;
  return String(Object.is(tenths, -0) ? 0 : tenths);
};
