import type { Finding } from "./check.ts";
import type { Engine } from "./switch-bench.ts";

/** What a search found; where, if the kit does not say it of the case. */
export type Found = Omit<Finding, "where"> & { readonly where?: string };

/** Options of a plugin, and what is to run what they make. */
export interface PartCase {
  /** As a user would write them. */
  readonly options?: object;
  /** What runs it; absent = `createNetwork`. */
  readonly engine?: Engine;
}

/**
 * Searches the cases of a kit one after the other and stops at the first finding. No cases are a finding, too: a kit without them would pass.
 *
 * @param name of the plugin
 * @param needs what the kit is to be given: `options, {} for the defaults`
 * @param where says of a case where something was found
 */
export function firstFinding<Case>(
  name: string,
  cases: readonly Case[],
  needs: string,
  search: (given: Case) => Found | undefined,
  where?: (given: Case) => string,
): Finding | undefined {
  for (const given of cases) {
    const found = search(given);
    if (found !== undefined)
      return { ...found, where: where?.(given) ?? found.where ?? "" };
  }
  return cases.length > 0
    ? undefined
    : {
        what: "there are no cases",
        where: name,
        todo: `give the kit ${needs}`,
      };
}

/** The same for a plugin that is given options only: what is found is found under them. */
export function firstFindingOfOptions<Case extends PartCase>(
  name: string,
  cases: readonly Case[],
  needs: string,
  search: (given: Case) => Found | undefined,
): Finding | undefined {
  return firstFinding(
    name,
    cases,
    needs,
    search,
    ({ options = {} }) => `${name} ${JSON.stringify(options)}`,
  );
}
