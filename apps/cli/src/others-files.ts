import { readdirSync } from "node:fs";
import { FabricError } from "@fabriclab/spec";

/**
 * Refuses a folder that holds what nobody has put there for a sweep or study; leftovers of killed commands aside.
 *
 * @param of whose folder it should be: `sweep`
 * @throws FabricError `E_CLI_OUTPUT_NOT_EMPTY`
 */
export function refuseOthersFiles(folder: string, of: string): void {
  const found = readdirSync(folder).filter((name) => !name.endsWith(".tmp"));
  if (found.length === 0) return;
  throw new FabricError({
    code: "E_CLI_OUTPUT_NOT_EMPTY",
    message: `The folder ${folder} holds files that are no ${of}'s.`,
    where: { file: folder, path: "-o" },
    got: `${found.length} ${found.length === 1 ? "entry" : "entries"}, such as ${found.slice(0, 3).join(", ")}`,
    expected: `a folder that is empty, does not exist, or is that of this ${of}`,
  });
}
