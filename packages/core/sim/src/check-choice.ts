import { FabricError, type ForwardingTables } from "@fabriclab/spec";
import type { Experiment } from "./experiment.ts";

/**
 * A choice among ports, and traffic that leaves the choice to switches, need each other.
 *
 * @throws FabricError E_SIM_NOTHING_TO_SELECT where a choice is named and the tables have one port for every LID; E_SIM_NO_SELECT where the
 * `paths` of a traffic (`pathsParam` of spec) are `adaptive` and no choice is named
 */
export function checkChoice(
  { switchModel: { select }, traffic }: Experiment,
  tables: ForwardingTables,
): void {
  if (select === undefined) {
    const index = traffic.findIndex(
      ({ options }) => (options as { paths?: unknown }).paths === "adaptive",
    );
    if (index < 0) return;
    throw new FabricError({
      code: "E_SIM_NO_SELECT",
      message: "switches are to choose among ports, but nothing says how",
      where: { path: `traffic[${index}].paths` },
      got: "paths: adaptive, no select",
      expected: "a choice among ports, such as select: lfu",
      hint: "name a select, or paths: single",
    });
  }
  if (tables.portSets !== undefined) return;
  throw new FabricError({
    code: "E_SIM_NOTHING_TO_SELECT",
    message: `the tables of ${tables.engine} have one port for every LID, so there is nothing to select`,
    where: { path: "select" },
    got: `select: ${select.plugin.name}`,
    expected: "tables with several ports for a LID, or no select",
    hint: "leave out select, or name an adaptive routing",
  });
}
