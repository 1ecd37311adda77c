import { FabricError } from "@fabriclab/units";
import type { Fabric } from "./fabric.ts";
import type { ForwardingTables } from "./tables.ts";

/**
 * What everyone refuses who follows, writes or simulates tables: those of a fabric with other numbers of switches or endports, whose entries would be taken for
 * those of other switches.
 *
 * @throws FabricError E_SPEC_TABLES_FABRIC
 */
export function checkTablesOf(
  fabric: Fabric,
  { lft, lids }: Pick<ForwardingTables, "lft" | "lids">,
): void {
  const { switchCount, endportCount } = fabric;
  const endports = lids.baseLid.length;
  if (lft.length === switchCount && endports === endportCount) return;
  throw new FabricError({
    code: "E_SPEC_TABLES_FABRIC",
    message: "the tables are of another fabric",
    where: { path: fabric.name },
    got: `tables of ${lft.length} switches and ${endports} endports`,
    expected: `${switchCount} switches and ${endportCount} endports, as ${fabric.name} has`,
    hint: "take the tables that were made for this fabric; after a change of the fabric, make them anew",
  });
}
