import { refusal, type LinePlace } from "@fabriclab/reading";
import type { GoalOperation, GoalRank } from "./schedule.ts";

/** An operation as its line has it. */
export type OperationFacts = Omit<GoalOperation, "requires" | "startsAfter">;

interface Wish {
  readonly of: string;
  readonly on: string;
  readonly isStart: boolean;
  readonly place: LinePlace;
}

/** The operations of a rank while they are read; labels may be named before their operation. */
export class RankDraft {
  readonly rank: number;
  readonly place: LinePlace;
  readonly #file: string | undefined;
  readonly #operations: (OperationFacts & { readonly place: LinePlace })[] = [];
  readonly #labels = new Map<string, number>();
  readonly #wishes: Wish[] = [];

  constructor(rank: number, place: LinePlace, file: string | undefined) {
    this.rank = rank;
    this.place = place;
    this.#file = file;
  }

  /** @throws FabricError E_GOAL_LABEL for one that stands there twice */
  operation(facts: OperationFacts, place: LinePlace): void {
    if (facts.label !== undefined) {
      const before = this.#labels.get(facts.label);
      if (before !== undefined)
        throw refusal(this.#file, place, {
          code: "E_GOAL_LABEL",
          message: `rank ${this.rank} has this label twice`,
          got: facts.label,
          expected: `another label than that of line ${this.#operations[before]?.place.line ?? 0}`,
        });
      this.#labels.set(facts.label, this.#operations.length);
    }
    this.#operations.push({ ...facts, place });
  }

  requires(of: string, on: string, isStart: boolean, place: LinePlace): void {
    this.#wishes.push({ of, on, isStart, place });
  }

  /**
   * The operations with what they wait for.
   *
   * Complexity: O(operations + dependencies).
   * @throws FabricError E_GOAL_LABEL for a label that no operation has, E_GOAL_CYCLE for operations that wait for each other
   */
  done(): GoalRank {
    const requires = this.#operations.map((): number[] => []);
    const starts = this.#operations.map((): number[] => []);
    for (const { of, on, isStart, place } of this.#wishes) {
      const lists = isStart ? starts : requires;
      const waiting = this.#index(of, place);
      lists[waiting]?.push(this.#index(on, place));
    }
    this.#refuseCycle(requires, starts);
    return this.#operations.map(({ place: _, ...facts }, index) => ({
      ...facts,
      requires: [...new Set(requires[index])],
      startsAfter: [...new Set(starts[index])],
    }));
  }

  #index(label: string, place: LinePlace): number {
    const index = this.#labels.get(label);
    if (index !== undefined) return index;
    throw refusal(this.#file, place, {
      code: "E_GOAL_LABEL",
      message: `rank ${this.rank} has no operation of this label`,
      got: label,
      expected: `a label before a colon, such as ${[...this.#labels.keys()].slice(0, 3).join(", ") || "l1"}`,
    });
  }

  /** Takes away, again and again, what waits for nothing: what is left waits in a cycle, or for one. */
  #refuseCycle(
    requires: readonly (readonly number[])[],
    starts: readonly (readonly number[])[],
  ): void {
    const waiters = this.#operations.map((): number[] => []);
    const left = this.#operations.map((_, index) => {
      const before = [...(requires[index] ?? []), ...(starts[index] ?? [])];
      for (const one of before) waiters[one]?.push(index);
      return before.length;
    });
    const free = left.flatMap((count, index) => (count === 0 ? [index] : []));
    for (let at = 0; at < free.length; at++)
      for (const waiter of waiters[free[at] ?? 0] ?? []) {
        left[waiter] = (left[waiter] ?? 0) - 1;
        if (left[waiter] === 0) free.push(waiter);
      }
    if (free.length === this.#operations.length) return;
    const stuck = left.findIndex((count) => count > 0);
    const { label = "", place = this.place } = this.#operations[stuck] ?? {};
    throw refusal(this.#file, place, {
      code: "E_GOAL_CYCLE",
      message: `operations of rank ${this.rank} wait for each other in a cycle`,
      got: `${label}, among ${this.#operations.length - free.length} that never start`,
      expected: "operations that can be done one after the other",
    });
  }
}
