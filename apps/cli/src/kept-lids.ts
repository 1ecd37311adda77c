import type { Params } from "@fabriclab/spec";
import type { TableFlags, TableParts } from "./table-flags.ts";

/**
 * The flags that say who gets which LIDs and are idle beside `--lids keep`, which takes the LIDs and LMCs of the fabric's file: a line each.
 * A parameter that another plugin of the tables has, too, is not idle.
 */
export function idleBesideKeptLids(
  flags: TableFlags,
  parts: TableParts,
): string[] {
  if (flags.lids !== "keep") return [];
  const { addressing, ...others } = parts;
  const elsewhere = Object.values(others).flatMap((part) =>
    namesOf(part.plugin),
  );
  const own = namesOf(addressing.plugin).filter(
    (name) => !elsewhere.includes(name),
  );
  const sets = (flags.set ?? []).filter((text) => {
    const key = text.slice(0, text.indexOf("=")).trim();
    return key.startsWith("addressing.") || own.includes(key);
  });
  return [
    ...(flags.addressing === undefined
      ? []
      : [`--addressing ${flags.addressing}`]),
    ...sets.map((text) => `--set ${text}`),
  ].map(
    (flag) =>
      `note: ${flag} has no effect: --lids keep takes the LIDs and LMCs of the fabric's file`,
  );
}

const namesOf = ({ params }: { readonly params: Params }): string[] =>
  Object.keys(params.shape as object);
