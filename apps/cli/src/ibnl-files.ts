import { readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { readIbnl, type SystemDefinition } from "@fabriclab/formats-ibdm";
import { reason } from "./files.ts";
import { readText } from "./read-text.ts";

/** Definitions of systems, and what was odd about them. */
export interface FoundSystems {
  readonly systems: readonly SystemDefinition[];
  readonly notes: readonly string[];
}

/**
 * The `.ibnl` files in the folder of a `.topo` file and in the folders of `IBDM_IBNL_PATH`, which ibdm looks into too; a file of the nearer folder stands for those
 * of its name.
 *
 * @throws FabricError what `readIbnl` refuses
 */
export function systemsBeside(file: string): FoundSystems {
  const folders = [
    ...(file === "-" ? [] : [dirname(file)]),
    ...(process.env["IBDM_IBNL_PATH"] ?? "")
      .split(":")
      .filter((folder) => folder !== ""),
  ];
  const systems: SystemDefinition[] = [];
  const notes: string[] = [];
  const seen = new Set<string>();
  for (const folder of folders)
    for (const name of listed(folder, notes)) {
      if (!name.endsWith(".ibnl") || seen.has(name)) continue;
      seen.add(name);
      const path = join(folder, name);
      const read = readIbnl(readText(path), { file: path });
      systems.push(read.system);
      for (const { line, message, count } of read.notes)
        notes.push(
          `${path}:${line}: ${message}${count > 1 ? ` (${count} times)` : ""}`,
        );
    }
  // The nearest definition of a kind of system holds.
  return { systems: systems.reverse(), notes };
}

function listed(folder: string, notes: string[]): string[] {
  try {
    return readdirSync(folder).sort();
  } catch (error) {
    // Why not refused: the path of ibdm names folders that need not be there.
    notes.push(`no .ibnl files were read from ${folder}: ${reason(error)}`);
    return [];
  }
}
