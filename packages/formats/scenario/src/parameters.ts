import type { Params } from "@fabriclab/spec";
import { z } from "zod";

/** One row of a plugin's parameter table. */
export interface ParameterDescription {
  readonly name: string;
  /** `integer`, `number`, `text`, `time`, `size`, `one of a, b` … */
  readonly type: string;
  /** As the field's `.meta({ unit })` says; absent where it says nothing. */
  readonly unit?: string;
  /** As a user would write it; absent where the parameter must be given. */
  readonly byDefault?: string;
  readonly required: boolean;
  readonly doc: string;
  /** Of a mapping, or a list of mappings: what stands in it. */
  readonly fields?: readonly ParameterDescription[];
}

interface JsonField {
  readonly type?: string | readonly string[];
  readonly anyOf?: readonly JsonField[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly minimum?: number;
  readonly exclusiveMinimum?: number;
  readonly maximum?: number;
  readonly exclusiveMaximum?: number;
  readonly default?: unknown;
  readonly description?: string;
  readonly unit?: string;
  readonly items?: JsonField;
  readonly properties?: Readonly<Record<string, JsonField>>;
  readonly additionalProperties?: unknown;
  readonly required?: readonly string[];
}

/** The JSON Schema of what a user may write for these parameters. */
export const inputSchema = (params: Params): Record<string, unknown> =>
  z.toJSONSchema(params, { io: "input", unrepresentable: "any" }) as Record<
    string,
    unknown
  >;

/** As `inputSchema`, where each choice also lists the other spellings that its annotation names: what an editor accepts and offers. What parameters ask of other parts is left out. */
export const editorSchema = (params: Params): Record<string, unknown> =>
  z.toJSONSchema(params, {
    io: "input",
    unrepresentable: "any",
    override: ({ jsonSchema }) => {
      const { spellings, ...field } = jsonSchema;
      delete jsonSchema["asks"];
      if (!Array.isArray(spellings) || field.enum === undefined) return;
      // The type is that of the values alone.
      delete jsonSchema.type;
      delete jsonSchema["spellings"];
      jsonSchema.enum = [...field.enum, ...(spellings as string[])];
    },
  }) as Record<string, unknown>;

const described = new WeakMap<Params, readonly ParameterDescription[]>();

/** A plugin's parameters as a table, for help texts and documentation. Each is made once. */
export function describeParams(
  params: Params,
): readonly ParameterDescription[] {
  const before = described.get(params);
  if (before !== undefined) return before;
  const rows = fieldsOf(inputSchema(params));
  described.set(params, rows);
  return rows;
}

function fieldsOf(schema: JsonField): ParameterDescription[] {
  return Object.entries(schema.properties ?? {}).map(([name, field]) => {
    const unit = field.unit ?? field.anyOf?.find((one) => one.unit)?.unit;
    const doc =
      field.description ??
      field.anyOf?.find((one) => one.description)?.description;
    const inner = [field, ...(field.anyOf ?? [])]
      .map((one) => one.items ?? one)
      .find(({ properties }) => properties !== undefined);
    const fields = inner === undefined ? [] : fieldsOf(inner);
    return {
      name,
      type: typeOf(field, unit),
      ...(unit === undefined ? {} : { unit }),
      ...(field.default === undefined
        ? {}
        : { byDefault: written(field.default) }),
      required: schema.required?.includes(name) ?? false,
      doc: doc ?? "",
      ...(fields.some((one) => one.doc !== "") ? { fields } : {}),
    };
  });
}

const written = (value: unknown): string =>
  typeof value === "string" ? value : JSON.stringify(value);

function typeOf(field: JsonField, unit: string | undefined): string {
  if (field.enum !== undefined) return field.enum.map(written).join(" | ");
  if (field.const !== undefined) return written(field.const);
  if (unit !== undefined && /time|size|rate|length/.test(unit)) return unit;
  if (field.anyOf !== undefined) {
    return [...new Set(field.anyOf.map((one) => typeOf(one, one.unit)))].join(
      " | ",
    );
  }
  const type = Array.isArray(field.type)
    ? field.type.join(" | ")
    : ((field.type as string | undefined) ?? "any");
  if (type === "array")
    return `list of ${typeOf(field.items ?? {}, undefined)}`;
  if (type === "string") return "text";
  if (type === "object" && field.properties !== undefined)
    return `{ ${keysOf(field.properties, field.additionalProperties)} }`;
  if (type !== "integer" && type !== "number") return type;
  return `${type}${range(field)}`;
}

function keysOf(properties: object, others: unknown): string {
  const open = others !== undefined && others !== false;
  return [...Object.keys(properties), ...(open ? ["…"] : [])].join(", ");
}

function range(field: JsonField): string {
  const safe = (bound: number | undefined): number | undefined =>
    bound === undefined || Math.abs(bound) === Number.MAX_SAFE_INTEGER
      ? undefined
      : bound;
  const low = safe(field.minimum);
  const high = safe(field.maximum);
  const above = safe(field.exclusiveMinimum);
  const below = safe(field.exclusiveMaximum);
  const parts = [
    low === undefined ? "" : `≥ ${low}`,
    above === undefined ? "" : `> ${above}`,
    high === undefined ? "" : `≤ ${high}`,
    below === undefined ? "" : `< ${below}`,
  ].filter((part) => part !== "");
  return parts.length === 0 ? "" : `, ${parts.join(", ")}`;
}
