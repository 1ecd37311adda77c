import { compose, type Experiment } from "@fabriclab/sim";
import { bytes } from "@fabriclab/units";
import type { Case, Tree } from "../cases.ts";
import { mostLoadedChannel } from "./bound.ts";
import { describeCase, experimentOf, fabricOf } from "./experiment.ts";

/** Input of a task. */
export interface TaskInput {
  readonly point: Case;
  readonly seed: number;
  readonly tree: Tree;
  /** Check the engine's invariants while it runs (slower; the result is the same). */
  readonly checked?: boolean;
}

/** An experiment with its tables made, and the bound that its makespan has. */
export interface Prepared {
  readonly experiment: Experiment;
  /** Most packets that any channel has to carry. */
  readonly boundPackets: number;
}

/** Fabric, tables and bound do not depend on the size of a message: the last ones are kept, for tasks that differ in it. */
const kept = new Map<string, Prepared>();
/** More than there are seeds, since the tasks of one case and size stand next to each other. */
const KEPT = 32;

/** Builds what a run needs, or takes what an earlier run of another size has built. */
export function prepare({ point, seed, tree, checked }: TaskInput): Prepared {
  const { size, ...rest } = point;
  const key = JSON.stringify([rest, seed, tree, checked]);
  let found = kept.get(key);
  if (found === undefined) {
    found = build({ point, seed, tree, checked: checked ?? false });
    const oldest = kept.keys().next();
    if (kept.size >= KEPT && oldest.done !== true) kept.delete(oldest.value);
    kept.set(key, found);
  }
  const { experiment, boundPackets } = found;
  const traffic = experiment.traffic.map((use) => ({
    ...use,
    options: { ...(use.options as object), size: bytes(size) },
  }));
  return { experiment: { ...experiment, traffic }, boundPackets };
}

function build({ point, seed, tree, checked }: Required<TaskInput>): Prepared {
  const description = describeCase(point, tree);
  const fabric = fabricOf(description);
  const experiment: Experiment = {
    ...experimentOf(description, point.scheme, seed, fabric),
    checked,
  };
  const { tables, traffic } = compose(experiment);
  return {
    experiment: { ...experiment, tables: { given: tables } },
    boundPackets: mostLoadedChannel(fabric, tables, traffic[0]!),
  };
}
