import { FabricError, nearest, type ErrorPlace } from "@fabriclab/units";
import type { z } from "zod";
import type { Options, Params } from "./plugin.ts";

/** What `parseOptions` needs of a plugin. */
export interface Parametrised<P extends Params> {
  readonly name: string;
  readonly kind: string;
  readonly params: P;
}

// A number as it is: JSON would write null for NaN and the infinities.
const show = (value: unknown): string =>
  value === undefined
    ? "nothing"
    : typeof value === "number"
      ? String(value)
      : (JSON.stringify(value) ?? String(value));

function pathOf(
  base: string | undefined,
  keys: readonly PropertyKey[],
): string {
  let path = base ?? "";
  for (const key of keys)
    path +=
      typeof key === "number"
        ? `[${key}]`
        : `${path === "" ? "" : "."}${String(key)}`;
  return path;
}

function valueAt(input: unknown, keys: readonly PropertyKey[]): unknown {
  let value = input;
  for (const key of keys) {
    if (typeof value !== "object" || value === null) return undefined;
    value = (value as Record<PropertyKey, unknown>)[key];
  }
  return value;
}

/** Follows a nested path in a schema as far as objects go, for the keys that would have been right there. */
function knownKeys(params: Params, keys: readonly PropertyKey[]): string[] {
  let schema: Nested | undefined = params as unknown as Nested;
  for (const key of keys)
    schema =
      typeof key === "number"
        ? bare(schema)?.def?.element
        : bare(schema)?.shape?.[key];
  return Object.keys(bare(schema)?.shape ?? {});
}

/** A zod type, as far as its keys are looked for. */
interface Nested {
  readonly shape?: Readonly<Record<PropertyKey, Nested>>;
  readonly def?: {
    readonly innerType?: Nested;
    readonly in?: Nested;
    readonly element?: Nested;
    readonly options?: readonly Nested[];
  };
}

/** Without what wraps an object or a list: optional, default, pipe; of a union its object. */
function bare(schema: Nested | undefined): Nested | undefined {
  const { innerType, in: input, options } = schema?.def ?? {};
  if (schema?.shape !== undefined || schema?.def?.element !== undefined)
    return schema;
  if (options !== undefined)
    return options.map(bare).find((option) => option?.shape !== undefined);
  return innerType === undefined && input === undefined
    ? schema
    : bare(innerType ?? input);
}

/** Types as people who write YAML call them. */
const TYPES: Readonly<Record<string, string>> = {
  int: "an integer",
  boolean: "true or false",
  array: "a list",
  object: "a mapping, { key: value }",
  record: "a mapping, { name: value }",
};

function expectation(issue: z.core.$ZodIssue): {
  expected: string;
  hint?: string;
} {
  switch (issue.code) {
    case "invalid_type":
      // A parameter that says itself what it takes knows better than its type.
      if (!issue.message.startsWith("Invalid input"))
        return { expected: issue.message };
      return {
        expected:
          TYPES[issue.expected] ??
          `${/^[aeiou]/.test(issue.expected) ? "an" : "a"} ${issue.expected}`,
        ...(issue.expected === "number" ? numberHint(issue.input) : {}),
      };
    case "too_small":
      if (!issue.message.startsWith("Too small"))
        return { expected: issue.message };
      return {
        expected:
          issue.origin === "string"
            ? "some text"
            : `${issue.inclusive === false ? "more than" : "at least"} ${counted(issue.origin, issue.minimum)}`,
      };
    case "too_big":
      if (!issue.message.startsWith("Too big"))
        return { expected: issue.message };
      return {
        expected: `${issue.inclusive === false ? "less than" : "at most"} ${counted(issue.origin, issue.maximum)}`,
      };
    case "invalid_value": {
      const values = issue.values.map(String);
      const right =
        typeof issue.input === "string"
          ? nearest(issue.input, values)
          : undefined;
      return {
        expected: `one of ${values.join(", ")}`,
        ...(right === undefined ? {} : { hint: `did you mean ${right}?` }),
      };
    }
    default:
      return { expected: issue.message };
  }
}

/** A bound of a value, or of how many entries a list has. */
function counted(origin: string, bound: number | bigint): string {
  if (origin !== "array") return String(bound);
  return `${bound} ${Number(bound) === 1 ? "entry" : "entries"}`;
}

/** What was meant by a text where a number belongs: a percentage, or a number in quotes. */
function numberHint(input: unknown): { hint?: string } {
  const [, digits, percent] =
    /^\s*(\d+(?:\.\d+)?)\s*(%?)\s*$/.exec(
      typeof input === "string" ? input : "",
    ) ?? [];
  if (digits === undefined) return {};
  return percent === "%"
    ? {
        hint: `as a fraction: ${Number((Number(digits) / 100).toPrecision(12))}`,
      }
    : { hint: `without quotes: ${digits}` };
}

const stricts = new WeakMap<Params, ReturnType<Params["strict"]>>();

/** A parameter table that refuses other keys. Why kept: zod compiles a schema at its first use, and a sweep reads thousands of scenarios. */
function strict(params: Params): ReturnType<Params["strict"]> {
  const known = stricts.get(params) ?? params.strict();
  stricts.set(params, known);
  return known;
}

/** Why: a program that is not type-checked comes with what a package does not export. */
function refuseNoPlugin(plugin: unknown, where: ErrorPlace): void {
  const { params } = (plugin ?? {}) as { readonly params?: unknown };
  if (params !== undefined) return;
  throw new FabricError({
    code: "E_SPEC_NO_PLUGIN",
    message: "options are for a plugin, and this is none",
    where,
    got:
      typeof plugin === "function" ? `function ${plugin.name}` : show(plugin),
    expected: "a plugin, as define… of @fabriclab/spec makes it",
    hint: "a name that a package does not export is undefined",
  });
}

/**
 * Reads a plugin's options: fills in defaults, parses quantities, refuses what the parameter table does not know.
 *
 * @param place where the options stand (`{ file, line, path: "topology" }`); the key is appended to its path.
 * @throws FabricError E_SPEC_NO_PLUGIN, E_SPEC_UNKNOWN_PARAMETER (with the nearest right key) or E_SPEC_BAD_PARAMETER (or the quantity's own code, such as
 * E_UNITS_TIME), for the first thing that is wrong.
 */
export function parseOptions<P extends Params>(
  plugin: Parametrised<P>,
  input: unknown,
  place: ErrorPlace = {},
): Options<P> {
  refuseNoPlugin(plugin, place);
  const parsed = strict(plugin.params).safeParse(input ?? {}, {
    reportInput: true,
  });
  if (parsed.success) return parsed.data as Options<P>;
  // Why: a mistyped key also leaves the right one missing; the typing error is what the user must see.
  const { issues } = parsed.error;
  const issue =
    issues.find(({ code }) => code === "unrecognized_keys") ?? issues[0];
  if (issue === undefined) throw parsed.error;
  const at = (keys: readonly PropertyKey[]): ErrorPlace => {
    const path = pathOf(place.path, keys);
    return path === "" ? place : { ...place, path };
  };
  if (issue.code === "unrecognized_keys") {
    const unknown = issue.keys[0] ?? "";
    const known = knownKeys(plugin.params, issue.path);
    const right = nearest(unknown, known);
    throw new FabricError({
      code: "E_SPEC_UNKNOWN_PARAMETER",
      message: `${plugin.kind} ${plugin.name} has no parameter ${unknown}`,
      where: at([...issue.path, unknown]),
      got: unknown,
      expected:
        known.length === 0 ? "no parameters" : `one of ${known.join(", ")}`,
      ...(right === undefined ? {} : { hint: `did you mean ${right}?` }),
    });
  }
  const got = valueAt(input, issue.path);
  const refusal: unknown =
    issue.code === "custom" ? issue.params?.["refusal"] : undefined;
  if (FabricError.is(refusal)) throw refusal.at(at(issue.path));
  throw new FabricError({
    code: "E_SPEC_BAD_PARAMETER",
    message:
      got === undefined && issue.path.length > 0
        ? `${plugin.kind} ${plugin.name} needs a value for ${pathOf(undefined, issue.path)}`
        : `${plugin.kind} ${plugin.name} cannot take this value${issue.path.length === 0 ? "" : ` for ${pathOf(undefined, issue.path)}`}`,
    where: at(issue.path),
    got: show(got),
    ...expectation(issue),
  });
}
