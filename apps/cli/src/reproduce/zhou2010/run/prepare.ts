import { Preparation, type Prepared } from "../../run/prepared.ts";
import type { Case, Mesh } from "../cases.ts";
import { describeCase, experimentOf, fabricOf } from "./experiment.ts";

/** Input of a task. */
export interface TaskInput {
  readonly point: Case;
  readonly seed: number;
  readonly mesh: Mesh;
  /** Check the engine's invariants while it runs (slower; the result is the same). */
  readonly checked?: boolean;
}

const preparation = new Preparation();

/** Builds what a run needs, or takes what an earlier run of another size has built. */
export function prepare({ point, seed, mesh, checked }: TaskInput): Prepared {
  const { size, ...rest } = point;
  return preparation.of(
    JSON.stringify([rest, seed, mesh, checked]),
    size,
    () => {
      const description = describeCase(point, mesh);
      return {
        ...experimentOf(description, seed, fabricOf(description)),
        checked: checked ?? false,
      };
    },
  );
}
