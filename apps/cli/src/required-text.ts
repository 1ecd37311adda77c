import type { PluginKind } from "@fabriclab/spec";

/**
 * Whether the scenario's key `offered` may give a parameter: the `load` of an entry of traffic, whose plugin knows nothing of that and says that it is required.
 */
export const mayBeOffered = (
  kind: PluginKind | undefined,
  name: string,
): boolean => kind === "traffic" && name === "load";

/** What stands in place of the default of a parameter that has none. */
export const requiredText = (instead: "offered" | undefined): string =>
  instead === undefined ? "(required)" : `(required, or \`${instead}\`)`;
