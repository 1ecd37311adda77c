import type { ImpossiblePort } from "@fabriclab/formats-opensm";
import {
  endportName,
  type Fabric,
  type ForwardingTables,
} from "@fabriclab/spec";
import { NO_PORT, type EndportIx } from "@fabriclab/units";
import { nodeName } from "../naming/names.ts";
import type { ImpossiblePortReport } from "./report-causes.ts";

/** Names instead of indexes. */
export function impossibleReport(
  fabric: Fabric,
  { lids: { owner } }: ForwardingTables,
  impossible: readonly ImpossiblePort[],
): ImpossiblePortReport[] {
  return impossible.map(({ sw, port, lids, lid, file, line }) => {
    const whose = owner[lid] ?? -1;
    return {
      at: `${nodeName(fabric, sw)}:${port}`,
      ports: (fabric.portStart[sw + 1] ?? 0) - (fabric.portStart[sw] ?? 0),
      lids,
      lid,
      owner: whose < 0 ? null : endportName(fabric, whose as EndportIx),
      file,
      line,
    };
  });
}

/**
 * The same tables with no entry where one names a port that its switch does not have: packets end there all the same, and every reader takes them.
 *
 * Complexity: O(LIDs) for each switch with such an entry.
 */
export function withoutImpossible(
  tables: ForwardingTables,
  impossible: readonly ImpossiblePort[],
): ForwardingTables {
  if (impossible.length === 0) return tables;
  const lft = [...tables.lft];
  for (const { sw, port } of impossible)
    lft[sw] = (lft[sw] ?? new Uint8Array(0)).map((one) =>
      one === port ? NO_PORT : one,
    );
  return { ...tables, lft };
}
