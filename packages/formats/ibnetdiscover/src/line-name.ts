import { FabricError } from "@fabriclab/spec";

/**
 * The name, if it would read back from a line.
 *
 * @throws FabricError E_IBNETDISCOVER_NAME for a name with a line break
 */
export function oneLine(name: string): string {
  if (!/[\r\n]/.test(name)) return name;
  throw new FabricError({
    code: "E_IBNETDISCOVER_NAME",
    message: "a name with a line break cannot stand in a topology file",
    got: JSON.stringify(name),
    expected: "a name of one line",
  });
}
