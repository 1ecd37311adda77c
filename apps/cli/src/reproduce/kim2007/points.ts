import { CaseRecords } from "../points.ts";
import type { Study } from "../reproduction.ts";
import type { BySeed } from "../verdicts/conditions.ts";
import type { Case } from "./case.ts";
import { casesOf, rootsOf, seedsOf } from "./cases.ts";
import { valueOf, type KimRecord, type Metric } from "./record.ts";

export type { BySeed };

/** Results by case, a record per seed. */
export class Points extends CaseRecords<Case, KimRecord> {
  readonly #asked = new Set<string>();

  constructor(study: Study) {
    super(
      study,
      casesOf(study.options),
      seedsOf(study.options).length,
      (point) => point,
    );
  }

  override records(point: Case): readonly KimRecord[] {
    this.#asked.add(JSON.stringify(point));
    return super.records(point);
  }

  /** The cases that `look` asks for and of which runs deadlocked, each once. */
  stuckIn<T>(look: () => T): { readonly found: T; readonly stuck: Case[] } {
    this.#asked.clear();
    const found = look();
    const asked = [...this.#asked].map((text) => JSON.parse(text) as Case);
    return {
      found,
      stuck: asked.filter((point) =>
        super.records(point).some(({ status }) => status === "deadlocked"),
      ),
    };
  }

  /**
   * A quantity of a case, seed by seed. Up/Down has three roots: the best of them, for each quantity, load and seed, as far as they have it. That
   * is the most favourable reading of the paper's "the best case results".
   */
  values(point: Case, metric: Metric): BySeed {
    const roots = rootsOf(point).map((one) =>
      this.records(one).map((record) => valueOf(record, metric)),
    );
    return roots[0]!.map((_, seed) => {
      const found = roots
        .map((list) => list[seed])
        .filter((value) => value !== undefined);
      return found.length === 0 ? undefined : Math.min(...found);
    });
  }

  /** Runs of a case that deadlocked, all its roots counted. */
  deadlocks(point: Case): number {
    return rootsOf(point).reduce(
      (sum, one) =>
        sum +
        this.records(one).filter(({ status }) => status === "deadlocked")
          .length,
      0,
    );
  }

  /**
   * Whether a case has no value for lack of a run that went on: Up/Down goes on where one of its roots does.
   *
   * @returns number of seeds
   */
  lost(point: Case): number {
    const roots = rootsOf(point).map((one) => this.records(one));
    return roots[0]!.filter((_, seed) =>
      roots.every((list) => list[seed]!.status === "deadlocked"),
    ).length;
  }
}
