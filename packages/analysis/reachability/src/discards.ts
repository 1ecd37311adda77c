import type { ForwardingTables } from "@fabriclab/spec";
import { MANAGEMENT_VL } from "@fabriclab/units";

/** Whether some SL2VL table has an entry of 15, so that packets may be discarded for their service level. */
export function mayDiscard(tables: ForwardingTables): boolean {
  const { sl2vl, hostSl2vl } = tables;
  return (
    (hostSl2vl?.includes(MANAGEMENT_VL) ?? false) ||
    (sl2vl?.some((table) => table.includes(MANAGEMENT_VL)) ?? false)
  );
}
