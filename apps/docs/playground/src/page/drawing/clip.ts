/**
 * Cuts a line off at the edges of a rectangle from (-margin, -margin) to (width + margin, height + margin), after Liang and Barsky (A New Concept and Method for Line
 * Clipping, ACM Transactions on Graphics 3, 1984).
 *
 * Why not left to the drawing: far ends of a fabric that is zoomed in a thousand times cost time, and digits of 32-bit numbers.
 *
 * @param line x and y of both ends at `at`, replaced
 * @returns false where none of it is in the rectangle
 */
export function clip(
  line: Float32Array,
  at: number,
  width: number,
  height: number,
  margin: number,
): boolean {
  const x = line[at]!;
  const y = line[at + 1]!;
  const dx = line[at + 2]! - x;
  const dy = line[at + 3]! - y;
  let enter = 0;
  let leave = 1;
  for (let edge = 0; edge < 4; edge++) {
    const isX = edge < 2;
    const step = isX ? dx : dy;
    const from = isX ? x : y;
    const far = (isX ? width : height) + margin;
    // Towards the edge, and how far away it is.
    const towards = edge % 2 === 0 ? -step : step;
    const away = edge % 2 === 0 ? from + margin : far - from;
    if (towards === 0) {
      if (away < 0) return false;
      continue;
    }
    const t = away / towards;
    if (towards < 0) enter = Math.max(enter, t);
    else leave = Math.min(leave, t);
    if (enter > leave) return false;
  }
  line[at] = x + enter * dx;
  line[at + 1] = y + enter * dy;
  line[at + 2] = x + leave * dx;
  line[at + 3] = y + leave * dy;
  return true;
}
