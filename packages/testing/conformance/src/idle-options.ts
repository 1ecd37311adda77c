import type { AnyPlugin } from "./any-plugin.ts";
import type { Finding } from "./check.ts";
import { optionSamples, schemaOf, type FieldSchema } from "./option-samples.ts";

/** Looks for a parameter that a plugin's `withoutEffect` names and that is none: what a user wrote would never be found. */
export function unknownIdleOption(plugin: AnyPlugin): Finding | undefined {
  const { kind, name, params, withoutEffect } = plugin;
  if (withoutEffect === undefined) return undefined;
  const schema = schemaOf(params);
  for (const options of optionSamples(plugin))
    for (const key of Object.keys(withoutEffect(options)))
      if (!isParameter(schema, key.split(".")))
        return {
          what: `withoutEffect names ${key}, which is no parameter`,
          where: `${kind} ${name} with ${JSON.stringify(options)}`,
          todo: "give the path of a parameter as a user writes it",
        };
  return undefined;
}

/** Whether a path leads to a key that the schema has. */
function isParameter(
  { properties, anyOf = [] }: FieldSchema,
  path: readonly string[],
): boolean {
  const [key, ...rest] = path;
  if (key === undefined) return true;
  const field = properties?.[key];
  return (
    (field !== undefined && isParameter(field, rest)) ||
    anyOf.some((one) => isParameter(one, path))
  );
}
