import { FabricError } from "@fabriclab/units";
import { z } from "zod";

/** Runs a parser of texts and numbers inside zod, and hands its FabricError on, whole, to `parseOptions`. @param expected what other values are told */
export function quantityField<T>(
  parse: (input: string | number) => T,
  unit: string,
  expected = `a ${unit} with its unit`,
) {
  return z
    .union([z.string(), z.number()], { error: expected })
    .transform((input, context): T => {
      try {
        return parse(input);
      } catch (error) {
        if (!FabricError.is(error)) throw error;
        context.addIssue({
          code: "custom",
          message: error.message,
          input,
          params: { refusal: error },
        });
        return z.NEVER;
      }
    })
    .meta({ unit });
}
