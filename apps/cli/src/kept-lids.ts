import type { LidTable, Params } from "@fabriclab/spec";
import { overrideOf, setsLmc, type SetOf } from "./compare/settings.ts";
import { tablePartsOf } from "./computed-tables.ts";
import type { Context } from "./context.ts";
import type { TableFlags, TableParts } from "./table-flags.ts";

const KEPT = "--lids keep takes the LIDs and LMCs of the fabric's file";

/**
 * The flags that say who gets which LIDs and are idle beside `--lids keep`, which takes the LIDs and LMCs of the fabric's file: a line each.
 * A parameter that another plugin of the tables has, too, is not idle.
 */
export function idleBesideKeptLids(
  flags: TableFlags,
  parts: TableParts,
): string[] {
  if (flags.lids !== "keep") return [];
  const sets = (flags.set ?? []).filter((text) => isOfAddressing(text, parts));
  return [
    ...idleAddressing(flags),
    ...sets.map((text) => `note: --set ${text} has no effect: ${KEPT}`),
  ];
}

/**
 * The same of several routings that share the flags: a parameter that is idle for some of those that take it is said to be so of these.
 *
 * @param set which of them takes which parameter (`settingsOf`)
 */
export function idleOfSeveral(
  context: Context,
  flags: Pick<TableFlags, "lids" | "addressing">,
  set: readonly SetOf[],
): string[] {
  if (flags.lids !== "keep") return [];
  const sets = set.flatMap(({ text, engines }) => {
    const idle = engines.filter((routing) => {
      const { lids, addressing } = flags;
      const parts = tablePartsOf(context, {
        ...{ fabric: "", multicast: "union", routing, lids },
        ...(addressing === undefined ? {} : { addressing }),
      });
      return isOfAddressing(overrideOf(text, routing), parts);
    });
    if (idle.length === 0) return [];
    const whose =
      idle.length === engines.length ? "" : ` on ${idle.join(", ")}`;
    return [`note: --set ${text} has no effect${whose}: ${KEPT}`];
  });
  return [...idleAddressing(flags), ...sets];
}

/**
 * Says that LIDs which are given anew leave out the LMC of the fabric's file, and with it what the further LIDs weigh in a routing's
 * balance; nothing where a parameter says which LMC there is to be.
 */
export function lmcLeftOut(
  { fabric, lids }: Pick<TableFlags, "fabric" | "lids">,
  set: readonly SetOf[],
  filed: LidTable | undefined,
): string[] {
  const most = filed?.lmc.reduce((a, b) => Math.max(a, b), 0) ?? 0;
  const isSet = set.some(({ text }) => setsLmc(text));
  if (lids === "keep" || most === 0 || isSet) return [];
  return [
    `note: ${fabric} has ports with an LMC of ${most}, but LIDs are given anew, one each where a routing needs no more; --lids keep compares with those of the file`,
  ];
}

const idleAddressing = ({
  addressing,
}: Pick<TableFlags, "addressing">): string[] =>
  addressing === undefined
    ? []
    : [`note: --addressing ${addressing} has no effect: ${KEPT}`];

/** Whether a `key=value` is a parameter of the addressing, and of no other of the plugins. */
function isOfAddressing(
  text: string,
  { addressing, ...others }: TableParts,
): boolean {
  const key = text.slice(0, text.indexOf("=")).trim();
  const isOthers = Object.values(others).some(({ plugin }) =>
    namesOf(plugin).includes(key),
  );
  return (
    key.startsWith("addressing.") ||
    (namesOf(addressing.plugin).includes(key) && !isOthers)
  );
}

const namesOf = ({ params }: { readonly params: Params }): string[] =>
  Object.keys(params.shape as object);
