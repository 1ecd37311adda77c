/** A rectangle of whole pixels. */
export interface Strip {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Parts of what is free that a rectangle covers, and what is free afterwards. Its edges are taken to the nearest pixel. */
export function strips(
  free: readonly Strip[],
  left: number,
  top: number,
  right: number,
  bottom: number,
): { readonly seen: readonly Strip[]; readonly rest: readonly Strip[] } {
  const seen: Strip[] = [];
  const rest: Strip[] = [];
  const add = (to: Strip[], strip: Strip): void => {
    if (strip.left < strip.right && strip.top < strip.bottom) to.push(strip);
  };
  for (const one of free) {
    const within = (value: number, from: number, until: number): number =>
      Math.min(until, Math.max(from, Math.round(value)));
    const cut = {
      left: within(left, one.left, one.right),
      right: within(right, one.left, one.right),
      top: within(top, one.top, one.bottom),
      bottom: within(bottom, one.top, one.bottom),
    };
    if (cut.left >= cut.right || cut.top >= cut.bottom) {
      rest.push(one);
      continue;
    }
    add(seen, cut);
    add(rest, { ...one, bottom: cut.top });
    add(rest, { ...one, top: cut.bottom });
    add(rest, { ...cut, left: one.left, right: cut.left });
    add(rest, { ...cut, left: cut.right, right: one.right });
  }
  return { seen, rest };
}
