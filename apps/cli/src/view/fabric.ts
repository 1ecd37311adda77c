import { readFileSync } from "node:fs";
import { writeFabricJson } from "@fabriclab/formats-fabric-json";
import { FabricError } from "@fabriclab/spec";
import { readFabricFile } from "../fabric-file.ts";
import type { ServedFile } from "./server.ts";

/**
 * The file as it is; of IBADM's topology files, whose systems stand in other files, the fabric as JSON.
 *
 * @throws FabricError of the readers
 */
export function servedFabric(
  file: string,
  note: (text: string) => void,
): ServedFile {
  if (file === "-") {
    throw new FabricError({
      code: "E_CLI_USAGE",
      message: "view reads a file by its name.",
      where: { path: "view" },
      got: "-",
      expected: "a file",
    });
  }
  const { fabric, format, notes } = readFabricFile(file, "view");
  for (const one of notes) note(one);
  const bytes =
    format === "ibadm"
      ? Buffer.from(writeFabricJson(fabric))
      : readFileSync(file);
  return { type: "application/octet-stream", bytes };
}
