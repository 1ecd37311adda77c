/**
 * Windows of equal length over a run of unknown length, in bounded memory.
 *
 * Windows are appended one by one; when `capacity` is reached neighbours are merged in pairs and every later window must be twice as long.
 * So there are always between capacity/2 and capacity windows (once that many were seen) and all of them span the same time.
 */
export class CollapsingSeries<T> {
  readonly #capacity: number;
  readonly #merge: (earlier: T, later: T) => T;
  #windows: T[] = [];
  #units = 1;

  /**
   * @param capacity even, at least 2
   * @param merge window of both; may reuse `earlier`
   */
  constructor(capacity: number, merge: (earlier: T, later: T) => T) {
    this.#capacity = capacity;
    this.#merge = merge;
  }

  get windows(): readonly T[] {
    return this.#windows;
  }

  /** Length of one window in units of the first windows' length: 1, 2, 4 … */
  get units(): number {
    return this.#units;
  }

  /** @returns true when the windows were merged: from now on a window is to be twice as long. */
  push(window: T): boolean {
    this.#windows.push(window);
    if (this.#windows.length < this.#capacity) return false;
    this.#windows = paired(this.#windows, this.#merge);
    this.#units *= 2;
    return true;
  }
}

/** Neighbours merged in pairs; an odd last window is kept as it is. */
export function paired<T>(
  windows: readonly T[],
  merge: (earlier: T, later: T) => T,
): T[] {
  const merged: T[] = [];
  for (let i = 0; i < windows.length; i += 2) {
    const earlier = windows[i] as T;
    merged.push(
      i + 1 < windows.length ? merge(earlier, windows[i + 1] as T) : earlier,
    );
  }
  return merged;
}
