import { CasePoints } from "../points.ts";
import type { Study } from "../reproduction.ts";
import type { RunRecord } from "../run/record.ts";
import { casesOf, seedsOf, type Case } from "./cases.ts";

/** What a run leaves behind. */
export interface MeshRecord extends RunRecord {
  /** One source: the makespan if packets waited for nothing but their own source's link; 0 with several sources. */
  readonly freeMakespanNs: number;
  /** The mean time of a delivery in the same world. */
  readonly freeDeliveryNs: number;
}

/** Results by case, a record per seed. */
export class Points extends CasePoints<Case, MeshRecord> {
  constructor(study: Study) {
    super(
      study,
      casesOf(study.options),
      seedsOf(study.options).length,
      (point) => point,
    );
  }
}
