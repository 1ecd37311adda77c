import { Preparation, type Prepared } from "../../run/prepared.ts";
import type { Case, Tree } from "../cases.ts";
import { describeCase, experimentOf, fabricOf } from "./experiment.ts";

/** Input of a task. */
export interface TaskInput {
  readonly point: Case;
  readonly seed: number;
  readonly tree: Tree;
  /** Check the engine's invariants while it runs (slower; the result is the same). */
  readonly checked?: boolean;
}

const preparation = new Preparation();

/** Builds what a run needs, or takes what an earlier run of another size has built. */
export function prepare(input: TaskInput): Prepared {
  const { point, seed, tree, checked } = input;
  const { size, ...rest } = point;
  return preparation.of(
    JSON.stringify([rest, seed, tree, checked]),
    size,
    () => {
      const description = describeCase(point, tree);
      const fabric = fabricOf(description);
      return {
        ...experimentOf(description, point.scheme, seed, fabric),
        checked: checked ?? false,
      };
    },
  );
}
