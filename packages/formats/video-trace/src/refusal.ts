import { FabricError, type FabricErrorInit } from "@fabriclab/spec";

/** A refusal at a line of a trace. */
export function refusal(
  file: string | undefined,
  line: number | undefined,
  said: Omit<FabricErrorInit, "where">,
): FabricError {
  return new FabricError({
    ...said,
    where: {
      ...(file === undefined ? {} : { file }),
      ...(line === undefined ? {} : { line }),
    },
  });
}
