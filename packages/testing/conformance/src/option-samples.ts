import { parseOptions, type Params } from "@fabriclab/spec";
import { z } from "zod";

/** JSON Schema of a parameter, as far as it is looked at. */
export interface FieldSchema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly anyOf?: readonly FieldSchema[];
  readonly items?: FieldSchema | boolean;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, FieldSchema>>;
}

/** The JSON Schema of what a user may write for these parameters. */
export const schemaOf = (params: Params): FieldSchema =>
  z.toJSONSchema(params, {
    io: "input",
    unrepresentable: "any",
  }) as FieldSchema;

/** Texts that some parameter without a list of words takes: times, sizes, names. */
const TEXTS = ["0ns", "1us", "256B", "0B", "unlimited", "0", "1", "all", "H0"];
/** Of the values of a parameter, those that are tried inside lists and objects. */
const MOST_INNER = 4;

/** Values that a parameter may take: its words, bounds and kinds, not all of which need be valid. */
function valuesOf(field: FieldSchema): unknown[] {
  const { type, enum: words, anyOf, items, properties } = field;
  if (words !== undefined) return [...words];
  if ("const" in field) return [field.const];
  if (anyOf !== undefined) return anyOf.flatMap(valuesOf);
  if (properties !== undefined) return objectsOf(field);
  const types = type === undefined ? [] : [type].flat();
  return types.flatMap((one): unknown[] => {
    if (one === "boolean") return [false, true];
    if (one === "string") return TEXTS;
    if (one === "null") return [null];
    if (one === "array") {
      const inner = (typeof items === "object" ? valuesOf(items) : []).slice(
        0,
        MOST_INNER,
      );
      return [[], ...inner.map((value) => [value]), inner.slice(0, 2)];
    }
    if (one !== "number" && one !== "integer") return [];
    const { minimum, maximum } = field;
    const bounds = [minimum, maximum].filter((bound) => bound !== undefined);
    return [...new Set([0, 1, 2, 0.5, ...bounds])];
  });
}

/** Objects with the first value of each key that must be there, and one by one the values of every key. */
function objectsOf({ properties = {}, required = [] }: FieldSchema): object[] {
  const base = Object.fromEntries(
    required.map((key) => [key, valuesOf(properties[key] ?? {})[0]]),
  );
  return [
    base,
    ...Object.entries(properties).flatMap(([key, field]) =>
      valuesOf(field).map((value) => ({ ...base, [key]: value })),
    ),
  ];
}

/**
 * Valid options of a plugin, read as a user's: the least that it takes, and those in which one parameter has another value.
 *
 * Each parameter that must be given has the first value of its kind that the parameter takes by itself.
 */
export function optionSamples(plugin: {
  readonly kind: string;
  readonly name: string;
  readonly params: Params;
}): Record<string, unknown>[] {
  const { properties = {}, required = [] } = schemaOf(plugin.params);
  const shape = plugin.params.shape as Readonly<Record<string, z.ZodType>>;
  const valid = (key: string): unknown[] =>
    valuesOf(properties[key] ?? {}).filter(
      (value) => shape[key]?.safeParse(value).success,
    );
  const least = Object.fromEntries(
    required.map((key) => [key, valid(key)[0]] as const),
  );
  const inputs = [
    least,
    ...Object.keys(properties).flatMap((key) =>
      valid(key).map((value) => ({ ...least, [key]: value })),
    ),
  ];
  return inputs.flatMap((input) => {
    try {
      return [parseOptions(plugin, input)];
    } catch {
      // Values that do not go together.
      return [];
    }
  });
}
