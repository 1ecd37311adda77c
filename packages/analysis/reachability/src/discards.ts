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

/** The same for one service level alone. */
export function mayDiscardOf(
  { sl2vl, hostSl2vl }: Pick<ForwardingTables, "sl2vl" | "hostSl2vl">,
  sl: number,
): boolean {
  const has = (table: Uint8Array | undefined): boolean => {
    for (let at = sl; at < (table?.length ?? 0); at += 16)
      if (table?.[at] === MANAGEMENT_VL) return true;
    return false;
  };
  return has(hostSl2vl) || (sl2vl?.some(has) ?? false);
}
