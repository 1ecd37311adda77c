import { FabricError } from "@fabriclab/spec";
import { tablePartsOf } from "../computed-tables.ts";
import type { Context } from "../context.ts";
import { many } from "../naming/words.ts";
import type { TableFlags } from "../table-flags.ts";

/** A parameter of `--set`, and the routings that are run with it. */
export interface SetOf {
  /** As it was given: `key=value`, or `routing:key=value`. */
  readonly text: string;
  readonly engines: readonly string[];
}

/** What a routing is given of a `--set`: `key=value`. */
export const overrideOf = (text: string, engine: string): string =>
  text.startsWith(`${engine}:`) ? text.slice(engine.length + 1) : text;

/** Whether a parameter of `--set` says which LMC ports are to have. */
export const setsLmc = (text: string): boolean => /(^|[.:])lmc=/.test(text);

/** What says that a routing, and the addressing and tables it brings, have no such parameter. */
const UNKNOWN = new Set(["E_SCENARIO_UNKNOWN_KEY", "E_SPEC_UNKNOWN_PARAMETER"]);

/**
 * Which routings are run with which parameters of `--set`: those that have it, by themselves or by the addressing and tables they bring; or the one that is
 * named before a colon, for which that wins over what all are given.
 *
 * @param engines that are compared
 * @param common what all of them are given
 * @throws FabricError what a value is refused with; `E_SCENARIO_UNKNOWN_KEY` where no routing has the parameter
 */
export function settingsOf(
  context: Context,
  set: readonly string[],
  engines: readonly string[],
  common: Pick<TableFlags, "lids" | "addressing">,
): SetOf[] {
  const takes = (routing: string, text: string): boolean => {
    try {
      const override = overrideOf(text, routing);
      tablePartsOf(context, {
        ...{ fabric: "", multicast: "union", ...common },
        routing,
        set: [override],
      });
      return true;
    } catch (error) {
      if (FabricError.is(error) && UNKNOWN.has(error.code)) return false;
      throw error;
    }
  };
  const namedIn = (text: string): string[] =>
    engines.filter((engine) => text.startsWith(`${engine}:`));
  // The last one given wins.
  const rising = set.toSorted(
    (a, b) => Number(namedIn(a).length > 0) - Number(namedIn(b).length > 0),
  );
  return rising.map((text) => {
    const named = namedIn(text);
    const asked = named.length > 0 ? named : engines;
    const having = asked.filter((engine) => takes(engine, text));
    if (having.length > 0) return { text, engines: having };
    throw new FabricError({
      code: "E_SCENARIO_UNKNOWN_KEY",
      message: `${named.length > 0 ? `The routing ${named.join()} does not have` : `None of ${many(engines.length, "routing")} has`} such a parameter.`,
      where: { path: "--set" },
      got: text,
      expected:
        "key=value with a parameter of a routing that is compared, or of its addressing or tables; routing:key=value for one routing",
      hint: "fabriclab list routing NAME prints the parameters of one",
    });
  });
}
