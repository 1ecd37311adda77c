import { FabricError, type FabricErrorInit } from "@fabriclab/units";
import type { z } from "zod";

/**
 * Inside a zod `superRefine` or `transform`: refuses the value with an error code of the plugin's own. `parseOptions` throws it as it is,
 * with the key and the line filled in.
 *
 * @param path where the value stands below what is refined
 */
export function refuseParam(
  context: z.RefinementCtx,
  input: unknown,
  error: FabricErrorInit,
  path: readonly PropertyKey[] = [],
): void {
  context.addIssue({
    code: "custom",
    message: error.message,
    input,
    path: [...path],
    params: { refusal: new FabricError(error) },
  });
}
