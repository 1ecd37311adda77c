/** Plain data, as JSON has it: it survives a file and a thread boundary unchanged. */
export type Json =
  | null
  | boolean
  | number
  | string
  | readonly Json[]
  | { readonly [key: string]: Json };

/**
 * JSON text with the keys of every object in code-unit order and no spaces, so that equal values have equal text.
 *
 * Fields that are `undefined` are left out, as `JSON.stringify` does. NaN and the infinities are refused: they would come back as null,
 * another value than was stored.
 *
 * @throws RangeError for a number that JSON cannot hold. O(size of the value · log keys).
 */
export function canonicalJson(value: Json): string {
  if (typeof value === "number" && !Number.isFinite(value))
    throw new RangeError(`JSON cannot hold ${value}`);
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  if (isList(value)) return `[${value.map(canonicalJson).join(",")}]`;
  const fields: string[] = [];
  for (const key of Object.keys(value).sort()) {
    const field = value[key];
    if (field !== undefined)
      fields.push(`${JSON.stringify(key)}:${canonicalJson(field)}`);
  }
  return `{${fields.join(",")}}`;
}

// Array.isArray does not narrow a readonly array out of a union.
const isList = (value: Json): value is readonly Json[] => Array.isArray(value);
