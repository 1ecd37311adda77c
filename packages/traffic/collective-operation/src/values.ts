import type { ValueText } from "@fabriclab/spec";

/** What the report of `collective-operation` is, for files that explain themselves. */
export const values: Readonly<Record<string, ValueText>> = {
  collective: {
    text: "Time of a collective operation, mean over operations.",
    details: {
      operations: ["operations", "Operations that were done."],
      min: ["ns", "Time of the shortest operation."],
      max: ["ns", "Time of the longest operation."],
    },
  },
};
