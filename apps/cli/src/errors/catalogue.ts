import { cliErrors } from "./cli.ts";
import type { ErrorEntries, ErrorEntry } from "./entry.ts";
import { scenarioErrors } from "./scenario.ts";

/** Every code that this repository's packages throw. A test compares it with their sources, in both directions. */
export const catalogue: ErrorEntries = {
  ...cliErrors,
  ...scenarioErrors,
};

export const errorEntry = (code: string): ErrorEntry | undefined =>
  (catalogue as Readonly<Record<string, ErrorEntry>>)[code];
