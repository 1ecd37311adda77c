import { FabricError, type Json } from "@fabriclab/spec";

/**
 * Anything made of plain objects, lists and values as JSON data: fields that are `undefined` are left out, a bigint becomes its decimal digits, typed
 * arrays become lists.
 *
 * @throws FabricError `E_SIM_NOT_JSON` for a function, a symbol, NaN or an infinity, which no JSON tells apart
 */
export function toJson(value: unknown, path = "value"): Json {
  switch (typeof value) {
    case "string":
    case "boolean":
      return value;
    case "bigint":
      return String(value);
    case "number":
      if (Number.isFinite(value)) return value;
      break;
    case "object": {
      if (value === null) return null;
      if (Array.isArray(value) || ArrayBuffer.isView(value)) {
        return Array.from(value as ArrayLike<unknown>, (item, index) =>
          toJson(item, `${path}[${index}]`),
        );
      }
      const fields: Record<string, Json> = {};
      for (const [key, field] of Object.entries(value)) {
        if (field !== undefined) fields[key] = toJson(field, `${path}.${key}`);
      }
      return fields;
    }
    default:
  }
  throw new FabricError({
    code: "E_SIM_NOT_JSON",
    message: "a description can hold plain data only",
    where: { path },
    got: String(value),
    expected: "text, finite numbers, booleans, lists and objects of them",
  });
}
