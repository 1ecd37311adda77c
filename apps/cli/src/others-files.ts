import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
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

/**
 * Refuses the folder of another paper's report: some of its figures would stay beside the new ones, and nothing would tell whose they are.
 *
 * @throws FabricError `E_CLI_OUTPUT_NOT_EMPTY`
 */
export function refuseOtherStudy(folder: string, paper: string): void {
  const other = studyIn(folder);
  if (other === undefined || other === paper) return;
  throw new FabricError({
    code: "E_CLI_OUTPUT_NOT_EMPTY",
    message: `The folder ${folder} holds the report of another paper.`,
    where: { file: folder, path: "-o" },
    got: `the report of ${other}`,
    expected: `a folder that is empty, does not exist, or is that of ${paper}`,
    hint: "choose another folder with -o",
  });
}

/** The paper whose claims the folder holds; undefined where there are none to be read. */
function studyIn(folder: string): string | undefined {
  try {
    const text = readFileSync(join(folder, "claims.json"), "utf8");
    const { source } = JSON.parse(text) as { readonly source?: unknown };
    return typeof source === "string" ? source : undefined;
  } catch {
    return undefined;
  }
}
