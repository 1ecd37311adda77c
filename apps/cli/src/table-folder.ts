import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { readTables, TABLE_FILES } from "@fabriclab/formats-opensm";
import {
  FabricError,
  type Fabric,
  type ForwardingTables,
} from "@fabriclab/spec";

/**
 * Forwarding tables from a folder, as OpenSM dumps them or `fabriclab route` writes them; a file may be compressed (`.gz`). Files of other names are left alone.
 *
 * @param path what named the folder: a flag, or a scenario's key
 * @throws FabricError `E_CLI_TABLES_FOLDER`; what `readTables` throws
 */
export function readTableFolder(
  folder: string,
  fabric: Fabric,
  path = "--tables",
): ForwardingTables {
  const files: Record<string, string> = {};
  try {
    const present = new Set(readdirSync(folder));
    for (const name of Object.values(TABLE_FILES).flat()) {
      if (present.has(name)) {
        files[name] = readFileSync(join(folder, name), "utf8");
      } else if (present.has(`${name}.gz`)) {
        const packed = readFileSync(join(folder, `${name}.gz`));
        files[name] = gunzipSync(packed).toString("utf8");
      }
    }
  } catch (error) {
    throw new FabricError({
      code: "E_CLI_TABLES_FOLDER",
      message: `The folder of tables ${folder} cannot be read.`,
      where: { path },
      got: error instanceof Error ? error.message : String(error),
      expected: `a folder that holds ${TABLE_FILES.lfts[0]}`,
      cause: error,
    });
  }
  if (Object.keys(files).length === 0) {
    throw new FabricError({
      code: "E_CLI_TABLES_FOLDER",
      message: `The folder ${folder} holds no tables.`,
      where: { path },
      got: "none of the files' names",
      expected: `at least ${TABLE_FILES.lfts.join(" or ")}`,
    });
  }
  return readTables(files, fabric);
}
