import { FabricError } from "@fabriclab/spec";
import type { Refusal } from "../shared/protocol.ts";

/** What went wrong, as plain data. A fault of ours says so. */
export function refusalOf(error: unknown): Refusal {
  if (!FabricError.is(error))
    return {
      code: "internal",
      message: error instanceof Error ? error.message : String(error),
      where: "",
      hint: "this is a fault of the playground or of a package: please report it with the scenario",
    };
  const { file, line, column, path } = error.where;
  const at = [file, line, column].filter((one) => one !== undefined).join(":");
  return {
    code: error.code,
    message: error.message,
    where: [at, path]
      .filter((one) => one !== undefined && one !== "")
      .join(" "),
    ...(error.got === undefined ? {} : { got: error.got }),
    ...(error.expected === undefined ? {} : { expected: error.expected }),
    ...(error.hint === undefined ? {} : { hint: error.hint }),
  };
}
