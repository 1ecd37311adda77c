import { CasePoints } from "../points.ts";
import type { Study } from "../reproduction.ts";
import { casesOf, modeOf, seedsOf, type Case } from "./cases.ts";

/** Results by case, a record per seed. */
export class Points extends CasePoints<Case> {
  constructor(study: Study) {
    super(
      study,
      casesOf(study.options),
      seedsOf(study.options).length,
      (point) => ({ ...point, mode: modeOf(point.mode, point.sources) }),
    );
  }
}
