import { statSync } from "node:fs";
import { FabricError } from "@fabriclab/spec";

/**
 * Refuses what gives its content only once, standard input or a pipe, where a command reads the file in each thread: the second reader would find it empty, or
 * wait for ever.
 *
 * @param files flag -> file; `compute` and `all` of `--endpoints` are none
 * @throws FabricError `E_CLI_USAGE`
 */
export function checkReadAgain(
  command: string,
  files: Readonly<Record<string, string | undefined>>,
): void {
  for (const [flag, file] of Object.entries(files)) {
    if (file === undefined) continue;
    const got = onlyOnce(file);
    if (got === undefined) continue;
    throw new FabricError({
      code: "E_CLI_USAGE",
      message: `${command} reads this file once in each thread.`,
      where: { path: flag },
      got: `${got}, which can be read once`,
      expected: "a file",
    });
  }
}

function onlyOnce(file: string): string | undefined {
  if (file === "-") return "standard input";
  try {
    const found = statSync(file);
    return found.isFIFO() || found.isSocket() ? "a pipe" : undefined;
  } catch {
    // Said by the reader.
    return undefined;
  }
}
