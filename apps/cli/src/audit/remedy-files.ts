import type { Remedy } from "@fabriclab/analysis-deadlock";
import {
  sl2vlOf,
  writeGuidList,
  writePathSl,
  writeSl2vl,
} from "@fabriclab/formats-opensm";
import { endportName } from "@fabriclab/spec";
import type { AuditRun } from "./audit.ts";

/**
 * What it takes to apply the remedies against loops of unicast: name -> contents. Of each kind the cheapest, which comes first.
 *
 * - `remedy-roots.txt`: NodeGUIDs, one a line, as OpenSM's `-a` reads them.
 * - `remedy-path-sl.tsv` and `remedy-sl2vl.dump`: SLs of all paths and SL2VL tables with the new VLs, as `--path-sl` and `--sl2vl` read them.
 * - `remedy-endpoints.txt`: who stays where endpoints are left out, as `--endpoints` reads it.
 */
export function remedyFiles({
  fabric,
  endports,
  loops,
}: Pick<AuditRun, "fabric" | "endports" | "loops">): Map<string, string[]> {
  const remedies = loops.unicast.loops[0]?.remedies ?? [];
  const first = (kind: Remedy["kind"]): Remedy | undefined =>
    remedies.find((remedy) => remedy.kind === kind);
  const files = new Map<string, string[]>();
  const roots = first("other-roots")?.roots;
  if (roots !== undefined)
    files.set("remedy-roots.txt", [writeGuidList(fabric, roots)]);
  const tables = first("more-lanes")?.tables?.();
  if (tables !== undefined) {
    files.set("remedy-path-sl.tsv", [writePathSl(fabric, tables)]);
    files.set("remedy-sl2vl.dump", [
      writeSl2vl(fabric, tables.lids, sl2vlOf(fabric, tables)),
    ]);
  }
  const out = first("leave-out-endports")?.endports;
  if (out !== undefined) {
    const gone = new Set(out);
    files.set(
      "remedy-endpoints.txt",
      endports
        .filter((endport) => !gone.has(endport))
        .map((endport) => `${endportName(fabric, endport)}\n`),
    );
  }
  return files;
}
