import { CaseRecords } from "../points.ts";
import type { Study } from "../reproduction.ts";
import type { BySeed } from "../verdicts/conditions.ts";
import { casesOf, seedsOf, type Case } from "./cases.ts";
import type { HppRecord, Quantity } from "./record.ts";

/** Results by case, a record per seed. */
export class Points extends CaseRecords<Case, HppRecord> {
  constructor(study: Study) {
    super(
      study,
      casesOf(study.options),
      seedsOf(study.options).length,
      (point) => point,
    );
  }

  /** A quantity of a case, seed by seed. */
  values(point: Case, quantity: Quantity): BySeed {
    return this.records(point).map((record) => record[quantity] ?? undefined);
  }
}

/** Seed by seed, where all have a value. */
export const bySeed = (
  combine: (...values: number[]) => number | undefined,
  ...lists: readonly BySeed[]
): BySeed =>
  (lists[0] ?? []).map((_, seed) => {
    const values = lists.map((list) => list[seed]);
    const found = values.filter((value) => value !== undefined);
    return found.length < values.length ? undefined : combine(...found);
  });
