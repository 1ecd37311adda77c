import { FabricError } from "@fabriclab/spec";
import type { ExitCode } from "./exit.ts";
import { reason } from "./files.ts";
import type { Io } from "./io.ts";
import { blamePlugin } from "./plugin-calls.ts";
import {
  printInternal,
  printRefusal,
  type Explaining,
  type Sources,
} from "./refusal.ts";

/**
 * Prints whatever was thrown: as a refusal, as a plugin's error, or as one of ours.
 *
 * @param modules named with `--plugin`
 * @returns the exit code
 */
export function printThrown(
  io: Io,
  thrown: unknown,
  modules: readonly string[],
  options: {
    readonly json: boolean;
    readonly sources: Sources;
    readonly debug: boolean;
    readonly explaining?: Explaining | undefined;
  },
): ExitCode {
  const error = blamePlugin(modules, thrown);
  const refusal = FabricError.is(error) ? error : unreadable(error);
  return refusal === undefined
    ? printInternal(io, error, modules, options)
    : printRefusal(io, refusal, options);
}

/** A file that somebody named and the system does not give: no fault of ours, wherever it was met. */
function unreadable(error: unknown): FabricError | undefined {
  const { code, path } = error as NodeJS.ErrnoException;
  return path === undefined ||
    !["ELOOP", "ENAMETOOLONG", "ENOTDIR", "EACCES", "EPERM"].includes(
      code ?? "",
    )
    ? undefined
    : new FabricError({
        code: "E_CLI_UNREADABLE_FILE",
        message: `${path} cannot be used.`,
        where: { file: path },
        got: reason(error),
        expected: "a file or a folder that you may use",
        cause: error,
      });
}
