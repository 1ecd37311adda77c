import type { Grid } from "./grid.ts";

/** Domains up to this size are worth handing on to neighbours: those one step from a place that is known. */
const NARROW = 6;

/** The last switch for which no place was left, and its neighbour. */
export interface Conflict {
  readonly sw: number;
  readonly neighbour: number;
}

export type Embedding =
  | { readonly place: Int32Array }
  | { readonly conflict: Conflict | undefined };

/**
 * Finds a place for every switch such that cabled switches lie side by side, from a few places that are given. Cables and switches may be missing: any
 * such placing is a torus with faults.
 *
 * The places that a switch may have are those beside all that its neighbours may have; where that leaves several, one is tried after the other.
 *
 * @param adjacent switch -> switches that it is cabled to
 * @param given switch -> place
 * @param tries how often one of several places may be tried
 */
export function embed(
  adjacent: readonly (readonly number[])[],
  grid: Grid,
  given: ReadonlyMap<number, number>,
  tries = 2000,
): Embedding {
  let left = tries;
  let conflict: Conflict | undefined;

  const solve = (
    state: State,
    fresh: ReadonlyMap<number, number>,
  ): State | undefined => {
    for (const [sw, place] of fresh)
      if (!state.settle(sw, place)) {
        conflict = state.conflict ?? conflict;
        return undefined;
      }
    if (!state.spread()) {
      conflict = state.conflict ?? conflict;
      return undefined;
    }
    const open = state.narrowest();
    if (open < 0) return state;
    for (const place of [...(state.choices[open] ?? [])].sort(
      (a, b) => a - b,
    )) {
      if (left-- <= 0) return undefined;
      const found = solve(state.copy(), new Map([[open, place]]));
      if (found !== undefined) return found;
    }
    return undefined;
  };
  const found = solve(new State(adjacent, grid), given);
  return found === undefined || found.place.includes(-1)
    ? { conflict }
    : { place: found.place };
}

/** What is known so far. */
class State {
  /** Switch -> place, -1 while it is open. */
  place: Int32Array;
  /** Switch -> places that it may have; undefined while nothing is known. */
  choices: (Set<number> | undefined)[];
  conflict: Conflict | undefined;
  readonly #adjacent: readonly (readonly number[])[];
  readonly #grid: Grid;
  #taken: Int32Array;
  #changed: number[] = [];

  constructor(adjacent: readonly (readonly number[])[], grid: Grid) {
    this.#adjacent = adjacent;
    this.#grid = grid;
    this.place = new Int32Array(adjacent.length).fill(-1);
    this.choices = adjacent.map(() => undefined);
    this.#taken = new Int32Array(grid.size).fill(-1);
  }

  copy(): State {
    const twin = new State(this.#adjacent, this.#grid);
    twin.place = this.place.slice();
    twin.choices = this.choices.map((set) => set && new Set(set));
    twin.#taken = this.#taken.slice();
    return twin;
  }

  /** @returns false where the place is another switch's */
  settle(sw: number, place: number): boolean {
    const other = this.#taken[place] ?? -1;
    if (other === sw) return true;
    if (other >= 0 || (this.place[sw] ?? -1) >= 0) {
      this.conflict = { sw, neighbour: other };
      return false;
    }
    this.#taken[place] = sw;
    this.place[sw] = place;
    this.choices[sw] = new Set([place]);
    this.#changed.push(sw);
    for (const [open, choices] of this.choices.entries())
      if (open !== sw && choices?.delete(place) === true) {
        if (choices.size === 0) {
          this.conflict = { sw: open, neighbour: sw };
          return false;
        }
        this.#changed.push(open);
      }
    return true;
  }

  /** Hands on what is known until nothing changes. @returns false where a switch has no place left */
  spread(): boolean {
    for (let sw = this.#changed.pop(); sw !== undefined;) {
      if (!this.#fromOne(sw)) return false;
      sw = this.#changed.pop();
    }
    return true;
  }

  #fromOne(sw: number): boolean {
    const here = this.choices[sw];
    if (here === undefined) return true;
    if (here.size === 1 && (this.place[sw] ?? -1) < 0) {
      const [only = -1] = here;
      if (!this.settle(sw, only)) return false;
    }
    if (here.size > NARROW) return true;
    const beside = new Set<number>();
    for (const place of here)
      for (const next of this.#grid.around[place] ?? []) beside.add(next);
    for (const neighbour of this.#adjacent[sw] ?? []) {
      const before = this.choices[neighbour];
      const settled = (this.place[neighbour] ?? -1) >= 0;
      const after = new Set(
        [...(before ?? beside)].filter(
          (place) =>
            beside.has(place) && (settled || (this.#taken[place] ?? -1) < 0),
        ),
      );
      if (after.size === 0) {
        this.conflict = { sw: neighbour, neighbour: sw };
        return false;
      }
      if (after.size === before?.size) continue;
      this.choices[neighbour] = after;
      this.#changed.push(neighbour);
    }
    return true;
  }

  /** An open switch of fewest choices, -1 where all that can be known is. */
  narrowest(): number {
    let best = -1;
    for (const [sw, choices] of this.choices.entries()) {
      if (choices === undefined || (this.place[sw] ?? -1) >= 0) continue;
      if (best < 0 || choices.size < (this.choices[best]?.size ?? 0)) best = sw;
    }
    return best;
  }
}
