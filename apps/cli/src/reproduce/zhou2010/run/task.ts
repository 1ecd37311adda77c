import { simulate } from "../../run/simulate.ts";
import type { MeshRecord } from "../points.ts";
import { BYTE_NS } from "./experiment.ts";
import { freeTime } from "./free-time.ts";
import { prepare, type TaskInput } from "./prepare.ts";

/** One run: fabric, tables, traffic of one seed, simulated to the end. */
export async function run(input: TaskInput): Promise<MeshRecord> {
  const { size, sources } = input.point;
  const prepared = prepare(input);
  const record = await simulate(prepared, BYTE_NS * size);
  const free =
    sources === 0
      ? freeTime(prepared.experiment, size)
      : { makespanNs: 0, deliveryNs: 0 };
  return {
    ...record,
    freeMakespanNs: free.makespanNs,
    freeDeliveryNs: free.deliveryNs,
  };
}
