/**
 * The shorter way round a ring from one place to another: +1 upwards, -1 downwards, 0 = already there.
 *
 * Where both ways are equally long, even places go up and odd ones down, so that both directions carry the same. After the first hop one way is
 * shorter, so a packet keeps its direction.
 */
export function shorterWay(from: number, to: number, length: number): number {
  const up = (to - from + length) % length;
  if (up === 0) return 0;
  if (2 * up === length) return from % 2 === 0 ? 1 : -1;
  return 2 * up < length ? 1 : -1;
}

/** Whether that way crosses the dateline, the link between the last place and place 0. */
export function crossesDateline(
  from: number,
  to: number,
  length: number,
): boolean {
  const way = shorterWay(from, to, length);
  return way > 0 ? to < from : way < 0 && to > from;
}
