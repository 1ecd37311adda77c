import { FabricError, type ErrorPlace } from "@fabriclab/spec";
import type { TableFlags, TableParts } from "./table-flags.ts";

const KEYS = ["routing", "addressing", "tables", "multicast", "lanes"] as const;

/**
 * Runs `act`, which makes tables of plugins that flags name, and gives a refusal the flag in place of the scenario's key, and its hint in the form of flags:
 * plugins speak of `lmc: 3`, which here is `--set lmc=3`.
 */
export function blamingTableFlags<T>(
  flags: TableFlags,
  parts: TableParts,
  act: () => T,
): T {
  try {
    return act();
  } catch (error) {
    if (!FabricError.is(error) || error.where.file !== undefined) throw error;
    const { code, where, hint } = error;
    const place = placeOf(flags, parts, code, where);
    const moved = error.placed(place);
    if (hint === undefined) throw moved;
    const said = asFlags(hint, parts);
    // Why: a plugin that asks for other LIDs speaks of addressings, which have no say where LIDs are kept.
    throw moved.hinting(
      place.file === KEPT
        ? `${said}; --lids assign has an addressing give LIDs anew`
        : said,
    );
  }
}

function placeOf(
  flags: TableFlags,
  parts: TableParts,
  code: string,
  where: ErrorPlace,
): ErrorPlace {
  const [head = "", name] = (where.path ?? "").split(/\.(.*)/s, 2);
  if (head === "topology")
    return { file: `--fabric ${flags.fabric}`, path: name ?? "" };
  const set = flags.set?.find((one) => {
    const given = one.slice(0, one.indexOf("=")).trim();
    return given === name || given === `${head}.${name ?? ""}`;
  });
  const key = KEYS.find((one) => one === head);
  if (key !== undefined)
    return name !== undefined && set !== undefined
      ? { file: `--set ${set}` }
      : { file: flagOf(key, parts, flags), path: name ?? "" };
  const words = `_${code.slice(2)}_`;
  const culprit = KEYS.find((one) =>
    words.includes(
      `_${(parts[one]?.plugin.name ?? "?").toUpperCase().replaceAll("-", "_")}_`,
    ),
  );
  return culprit === undefined
    ? where
    : { ...where, file: flagOf(culprit, parts, flags) };
}

const KEPT = "--lids keep";

/** Who gets which LIDs is said by the fabric's file where they are kept. */
const flagOf = (
  key: (typeof KEYS)[number],
  parts: TableParts,
  { lids }: TableFlags,
): string =>
  key === "addressing" && lids === "keep"
    ? KEPT
    : `--${key} ${parts[key]?.plugin.name ?? ""}`;

/** With parameters of the plugins as `--set` has them. */
function asFlags(hint: string, parts: TableParts): string {
  const names = KEYS.flatMap((key) =>
    Object.keys((parts[key]?.plugin.params.shape ?? {}) as object),
  );
  if (names.length === 0) return hint;
  return hint.replace(
    new RegExp(`\\b(${names.join("|")}): (\\[[^\\]]*\\]|[\\w.]+|…)`, "g"),
    (_, name: string, value: string) =>
      /^[\w.…]+$/.test(value)
        ? `--set ${name}=${value}`
        : `--set '${name}=${value}'`,
  );
}
