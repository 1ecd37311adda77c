import type { RunRecord } from "../../run/record.ts";
import { simulate } from "../../run/simulate.ts";
import { BYTE_NS } from "./experiment.ts";
import { prepare, type TaskInput } from "./prepare.ts";

/** One run: fabric, tables, traffic of one seed, simulated to the end. */
export const run = (input: TaskInput): Promise<RunRecord> =>
  simulate(prepare(input), BYTE_NS * input.point.size);
