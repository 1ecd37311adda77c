import type { Json } from "@fabriclab/spec";
import type { TaskInput } from "../../src/reproduce/hpp2008/run/task.ts";
import { asThePaper, recordOf } from "./hpp-study.ts";

/** Task module: what {@link asThePaper} says instead of a simulation. */
export function run(input: Json): Promise<Json> {
  const { point, seed } = input as unknown as TaskInput;
  return Promise.resolve(recordOf(asThePaper(point, seed)) as unknown as Json);
}
