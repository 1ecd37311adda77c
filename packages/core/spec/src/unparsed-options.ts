import { FabricError } from "@fabriclab/units";
import { safeParse, type z } from "zod";
import type { Parametrised } from "./parse-options.ts";
import type { Params } from "./plugin.ts";

/**
 * Refuses options that did not come out of `parseOptions`: a program that is not type-checked may leave some out, or all.
 *
 * @throws FabricError E_SPEC_BAD_PARAMETER with the first that is missing
 */
export function refuseUnparsed<P extends Params>(
  { kind, name, params }: Parametrised<P>,
  options: unknown,
): void {
  const given = (options ?? {}) as Readonly<Record<string, unknown>>;
  const fields = Object.entries(params.shape as z.core.$ZodShape);
  for (const [key, field] of fields) {
    if (given[key] !== undefined) continue;
    const absent = safeParse(field, undefined);
    if (absent.success && absent.data === undefined) continue;
    throw new FabricError({
      code: "E_SPEC_BAD_PARAMETER",
      message: `${kind} ${name} needs a value for ${key}`,
      where: { path: key },
      got: "nothing",
      expected: "options with a value for every parameter",
      hint: "parseOptions(plugin, {}) fills in the defaults",
    });
  }
}
