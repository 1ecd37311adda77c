import { FabricError, type ForwardingTables } from "@fabriclab/spec";
import { askedBy, written } from "./asked.ts";
import type { Experiment } from "./experiment.ts";

/**
 * A choice among ports, and traffic that leaves the choice to switches, need each other.
 *
 * @throws FabricError E_SIM_NOTHING_TO_SELECT where a choice is named and the tables have one port for every LID; E_SIM_NO_SELECT where
 * traffic asks for one (`pathsParam` of spec: `adaptive`) and no choice is named
 */
export function checkChoice(
  { switchModel: { select }, traffic }: Experiment,
  tables: ForwardingTables,
): void {
  if (select === undefined) {
    const [asking] = traffic.flatMap((one, index) =>
      askedBy(one, "select").map((param) => ({ param, index })),
    );
    if (asking === undefined) return;
    const { param, index } = asking;
    throw new FabricError({
      code: "E_SIM_NO_SELECT",
      message: "switches are to choose among ports, but nothing says how",
      where: { path: `traffic[${index}].${param.key}` },
      got: `${written(param)}, no select`,
      expected: "a choice among ports, such as select: lfu",
      hint: `name a select, or leave out ${written(param)}`,
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
