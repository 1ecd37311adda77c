import { parseOverride } from "@fabriclab/formats-scenario";

/** What of `--set` gives a parameter of the routing; undefined where nothing does. */
export const givenBySet = (
  parameter: string,
  set: readonly string[],
): string | undefined =>
  set.find((text) =>
    [parameter, `routing.${parameter}`].includes(parseOverride(text).path),
  );
