import { extname } from "node:path";
import { drawFabric } from "@fabriclab/formats-svg";
import { FabricError } from "@fabriclab/spec";
import type { AuditRun } from "./audit.ts";

/**
 * The audited fabric as an SVG: channels by their routes and, where there is one, the cycle of the first credit loop (of unicast; else of multicast; else of both
 * together).
 *
 * @param loads sending port -> routes
 */
export function auditDrawing(
  { fabric, loops, report }: Pick<AuditRun, "fabric" | "loops" | "report">,
  loads: ArrayLike<number>,
): string {
  const kinds = [
    ["", loops.unicast],
    [" of multicast", loops.multicast],
    [" of unicast and multicast together", loops.combined],
  ] as const;
  const found = kinds.find(([, one]) => (one?.loops.length ?? 0) > 0);
  const name = `${report.fabric.file} under ${report.tables.from}`;
  if (found === undefined)
    return drawFabric(fabric, {
      title: `${name}: routes per channel`,
      loads,
    });
  const [what, { loops: all } = { loops: [] }] = found;
  return drawFabric(fabric, {
    title: `${name}: credit loop${what}${all.length > 1 ? `, the first of ${all.length}` : ""}`,
    loads,
    cycle: all[0]?.cycle ?? [],
  });
}

/**
 * Refuses a name that says a format which the file would not have.
 *
 * @throws FabricError `E_CLI_UNKNOWN_FORMAT`
 */
export function checkDrawingName(file: string): void {
  const ending = extname(file);
  if (ending === "" || ending.toLowerCase() === ".svg") return;
  throw new FabricError({
    code: "E_CLI_UNKNOWN_FORMAT",
    message: "The drawing of an audit is SVG.",
    where: { file, path: "--svg" },
    got: ending,
    expected: "a name that ends in .svg",
  });
}
