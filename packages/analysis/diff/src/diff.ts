import {
  FabricError,
  type Fabric,
  type ForwardingTables,
} from "@fabriclab/spec";

/**
 * What differs between two fabrics, or between two sets of forwarding tables.
 */
export function analyseDiff(
  _fabric: Fabric,
  _tables: ForwardingTables,
): Readonly<Record<string, number>> {
  throw new FabricError({
    code: "E_DIFF_NOT_WRITTEN",
    message: "the algorithm of diff is not written yet",
    hint: "write it in packages/analysis/diff/src/diff.ts",
  });
}
