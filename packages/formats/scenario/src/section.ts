import { FabricError } from "@fabriclab/spec";
import type { z } from "zod";
import { plain, gotten, type Located } from "./located.ts";
import type { Registry } from "./registry.ts";
import { parseSection } from "./use.ts";

/**
 * Reads a mapping of plain values under a key of the scenario; absent = all its defaults.
 *
 * @param root the whole scenario, for places
 * @throws FabricError `E_SCENARIO_BAD_VALUE` for what is no mapping, `E_SPEC_…` for its keys
 */
export function readSection<S extends z.ZodObject>(
  root: Located,
  name: string,
  params: S,
  node: Located | undefined,
  registry?: Registry,
): z.output<S> {
  const input = node === undefined ? {} : (plain(node) ?? {});
  if (typeof input !== "object" || Array.isArray(input)) {
    throw new FabricError({
      code: "E_SCENARIO_BAD_VALUE",
      message: `${name} is a mapping.`,
      where: node?.at ?? root.at,
      got: gotten(input),
      expected: `{ ${Object.keys(params.shape).join(": …, ")}: … }`,
    });
  }
  return parseSection(root, name, params, input, registry);
}
