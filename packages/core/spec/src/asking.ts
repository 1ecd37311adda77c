import type { Asking, ParamMeta } from "./param-meta.ts";
import type { Params } from "./plugin.ts";

/** The annotation of a parameter that asks for something: `flagParam(false).meta(asks("drop", true))`. Whoever composes a scenario says where nobody answers. */
export const asks = (
  of: Asking["of"],
  value?: Asking["value"],
): Pick<ParamMeta, "asks"> => ({
  asks: { of, ...(value === undefined ? {} : { value }) },
});

/** A parameter that asks for something, by its name; `value` as in {@link Asking}. */
export interface AskingParam {
  readonly key: string;
  readonly value: Asking["value"];
}

/** The parameters by which a plugin's user can ask for something. O(parameters). */
export function askingParams(params: Params, of: Asking["of"]): AskingParam[] {
  const fields = params.shape as Readonly<Record<string, Field>>;
  return Object.entries(fields).flatMap(([key, field]) => {
    const asking = askingOf(field);
    return asking?.of === of ? [{ key, value: asking.value }] : [];
  });
}

/** As much of a zod type as is looked at. */
interface Field {
  readonly def?: { readonly innerType?: Field };
  meta(): Partial<ParamMeta> | undefined;
}

/** What a field says of it, or one that it wraps. */
const askingOf = (field: Field | undefined): Asking | undefined =>
  field === undefined
    ? undefined
    : (field.meta()?.asks ?? askingOf(field.def?.innerType));
