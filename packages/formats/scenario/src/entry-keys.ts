import type { AnyPlugin } from "./registry.ts";
import { z } from "zod";

/** Name of a traffic entry. Why a letter first: `10` is a number in YAML. */
export const ENTRY_NAME = /^[A-Za-z][A-Za-z0-9_-]*$/;

/** What an entry of traffic takes besides its kind and the parameters of that. */
export const entryKeys = z.object({
  name: z
    .string()
    .regex(ENTRY_NAME)
    .optional()
    .describe(
      "What results, plots and messages call this entry of traffic, in place of its index: latency.video for latency.traffic0.",
    ),
});

/** Whether the key `name` of such an entry names the entry; a kind with a parameter of that name keeps it for itself. */
export const namesEntry = ({ params }: AnyPlugin): boolean =>
  !("name" in params.shape);
