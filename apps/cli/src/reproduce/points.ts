import { estimate, type Estimate } from "./estimate.ts";
import type { RunRecord } from "./run/record.ts";
import type { Study } from "./reproduction.ts";

/** Records of a study by case, one per seed. `C` is a case, what is varied besides the seed; `R` a record. */
export class CaseRecords<C extends object, R extends object> {
  /** Name of a case -> its place among the cases. */
  readonly #places: ReadonlyMap<string, number>;
  readonly #results: Study["results"];
  readonly #seeds: number;
  readonly #asRun: (point: C) => C;

  /**
   * @param cases in the order in which the study ran them, all seeds of a case next to each other
   * @param asRun the case under which a case was run: several may be the same experiment
   */
  constructor(
    { results }: Study,
    cases: readonly C[],
    seeds: number,
    asRun: (point: C) => C,
  ) {
    this.#places = new Map(
      cases.map((point, place) => [nameOf(point), place] as const),
    );
    this.#results = results;
    this.#seeds = seeds;
    this.#asRun = asRun;
  }

  /** Records of a case, in the order of the seeds. */
  records(point: C): readonly R[] {
    const name = nameOf(this.#asRun(point));
    const place = this.#places.get(name);
    if (place === undefined)
      throw new Error(`no such case in this study: ${name}`);
    // Why not all of them once: which results are read tells which runs a part of the study needs.
    return this.#results.slice(
      place * this.#seeds,
      (place + 1) * this.#seeds,
    ) as unknown as readonly R[];
  }
}

/** Results of a study of finite operations. */
export class CasePoints<
  C extends object,
  R extends RunRecord = RunRecord,
> extends CaseRecords<C, R> {
  /** A quantity of a case over its seeds. */
  estimate(point: C, quantity: (record: R) => number): Estimate {
    return estimate(
      this.records(point).map((record) => Math.log(quantity(record))),
    );
  }

  /** Natural logarithms of makespan(a)/makespan(b), seed by seed: the seeds have the same sources and groups in both. */
  logRatios(a: C, b: C): readonly number[] {
    const below = this.records(b);
    return this.records(a).map((record, seed) =>
      Math.log(record.makespanNs / below[seed]!.makespanNs),
    );
  }
}

/** Values by the order of their keys' names: however a case is written down, it is the same. */
const nameOf = (point: object): string =>
  Object.entries(point)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, value]) => `${key}=${String(value)}`)
    .join("|");
