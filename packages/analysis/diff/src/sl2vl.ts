import type { Fabric, ForwardingTables } from "@fabriclab/spec";
import { MANAGEMENT_VL } from "@fabriclab/units";

const SERVICE_LEVELS = 16;

/** What differs in SL2VL tables, in rows of 16 SLs: one for each (port in, port out) of a switch and one for each host port. A row that is all VL 15, on which nothing is forwarded, is none. */
export interface Sl2vlDiff {
  /** Rows compared: those that at least one set has. */
  readonly rows: number;
  /** Rows with another VL for some SL. */
  readonly changed: number;
  /** Rows that the second lacks. */
  readonly lost: number;
  /** Rows that the first lacks. */
  readonly gained: number;
  /** The set that alone has SL2VL tables: then none are compared. */
  readonly onlyIn: "first" | "second" | null;
}

/**
 * Compares the SL2VL tables of two sets of one fabric.
 *
 * Complexity: O(entries).
 */
export function sl2vlDifferences(
  fabric: Fabric,
  a: ForwardingTables,
  b: ForwardingTables,
): Sl2vlDiff {
  const counts = { rows: 0, changed: 0, lost: 0, gained: 0 };
  const take = (one: Uint8Array, other: Uint8Array): void => {
    const [before, after] = [one, other].map((row) =>
      row.some((vl) => vl !== MANAGEMENT_VL),
    );
    if (before !== true && after !== true) return;
    counts.rows += 1;
    if (after !== true) counts.lost += 1;
    else if (before !== true) counts.gained += 1;
    else if (one.some((vl, sl) => vl !== other[sl])) counts.changed += 1;
  };
  if (hasAny(a) !== hasAny(b))
    return { ...counts, onlyIn: hasAny(a) ? "first" : "second" };
  if (!hasAny(a)) return { ...counts, onlyIn: null };
  for (let sw = 0; sw < fabric.switchCount; sw++) {
    const [one, other] = [a.sl2vl?.[sw], b.sl2vl?.[sw]];
    if (one === undefined || other === undefined) continue;
    for (let at = 0; at < one.length; at += SERVICE_LEVELS)
      take(
        one.subarray(at, at + SERVICE_LEVELS),
        other.subarray(at, at + SERVICE_LEVELS),
      );
  }
  for (let host = fabric.switchCount; host < fabric.endportCount; host++)
    take(hostRow(a, host), hostRow(b, host));
  return { ...counts, onlyIn: null };
}

const hasAny = ({ sl2vl, hostSl2vl }: ForwardingTables): boolean =>
  sl2vl !== undefined || hostSl2vl !== undefined;

/** VL of each SL as a host port sends it: what the tables say, or else SL modulo the lanes. */
function hostRow(
  { hostSl2vl, lanes }: ForwardingTables,
  endport: number,
): Uint8Array {
  if (hostSl2vl === undefined)
    return Uint8Array.from({ length: SERVICE_LEVELS }, (_, sl) => sl % lanes);
  return hostSl2vl.length === SERVICE_LEVELS
    ? hostSl2vl
    : hostSl2vl.subarray(
        endport * SERVICE_LEVELS,
        (endport + 1) * SERVICE_LEVELS,
      );
}
