import {
  blaming,
  experimentOf,
  readScenario,
  type Scenario,
} from "@fabriclab/formats-scenario";
import type { SharedLid } from "@fabriclab/reading";
import {
  cabledHosts,
  compose,
  composeTables,
  type Experiment,
} from "@fabriclab/sim";
import {
  FabricError,
  type Fabric,
  type ForwardingTables,
  type MulticastGroup,
} from "@fabriclab/spec";
import { stringify } from "yaml";
// Why by its path: as catalogue.ts.
import { overriddenRates } from "../../../../cli/src/overridden-rates.ts";
import { fileOf, type Setup } from "../shared/setup.ts";
import { registry } from "./catalogue.ts";
import { notesOf, sharedLidsOf } from "./uploads.ts";

/** Tables with what the run makes of them. */
export interface Routed {
  readonly fabric: Fabric;
  readonly tables: ForwardingTables;
  readonly groups: readonly MulticastGroup[];
  /** Why the traffic cannot run on them, in words. */
  readonly unfit?: string;
  /** That runs do not have the rates of the fabric's file, in words. */
  readonly overridden?: string;
  /** LIDs that two ports have, of the fabric's file, where the tables were opened with it; others have LIDs that are given anew. */
  readonly sharedLids?: readonly SharedLid[];
}

const FILE = "scenario.yaml";

/** A setup as the command line reads it. */
export const writeSetup = (setup: Setup): string =>
  stringify(setup, { lineWidth: 100, collectionStyle: "any" });

/** The scenario of a setup. @throws FabricError with the line of the text that `writeSetup` makes */
const scenarioOf = (setup: Setup): Scenario =>
  readScenario(writeSetup(setup), { file: FILE, registry });

/** Keys of a scenario on which its tables do not depend, but for multicast groups, and tables with groups are made anew for every run. */
const WITHOUT_TABLES = ["name", "traffic", "metrics", "measure"];

/** What tables are made from. */
const designOf = (setup: Setup): string =>
  JSON.stringify(
    Object.entries(setup).filter(([key]) => !WITHOUT_TABLES.includes(key)),
  );

/** What is open in this worker: a fabric, and tables on it. */
export class Session {
  #built: { readonly key: string; readonly fabric: Fabric } | undefined;
  /** The last design: the same source has the same tables, which are computed once. */
  #source:
    | {
        readonly design: string;
        readonly fabric: Fabric;
        readonly tables: Experiment["tables"];
      }
    | undefined;
  #routed: Routed | undefined;

  /** The setup's fabric; the same one as long as its topology is the same. @throws FabricError of the scenario, of the topology */
  fabric(setup: Setup): { fabric: Fabric; notes: readonly string[] } {
    const { fabric } = this.experiment(setup);
    const file = fileOf(setup);
    return { fabric, notes: file === undefined ? [] : notesOf(file) };
  }

  /** With the tables of the last one where both have them from the same. @throws FabricError of the scenario, of the topology */
  experiment(setup: Setup): Experiment {
    const experiment = this.#experiment(setup);
    const { fabric, tables } = experiment;
    const design = designOf(setup);
    const last = this.#source;
    if (
      last?.fabric === fabric &&
      last.design === design &&
      !("given" in tables)
    )
      return { ...experiment, tables: last.tables };
    this.#source = { design, fabric, tables };
    return experiment;
  }

  #experiment(setup: Setup): Experiment {
    const scenario = scenarioOf(setup);
    const file = fileOf(setup);
    const key = JSON.stringify([
      scenario.topology.plugin.name,
      scenario.topology.options,
    ]);
    // Why not files: another may have been opened under the same name.
    const known = file === undefined && this.#built?.key === key;
    const experiment = experimentOf(
      scenario,
      known ? this.#built?.fabric : undefined,
    );
    this.#built = { key, fabric: experiment.fabric };
    return experiment;
  }

  /** Computes tables. @throws FabricError of the scenario and its plugins */
  route(setup: Setup): Routed {
    const scenario = scenarioOf(setup);
    const experiment = this.experiment(setup);
    this.#routed = undefined;
    const file = fileOf(setup);
    const overridden =
      file === undefined ? undefined : overriddenRates(experiment);
    return (this.#routed = {
      ...blaming(scenario, () => routedOf(experiment)),
      ...(overridden === undefined ? {} : { overridden }),
      ...(file === undefined || setup["tables"] === undefined
        ? {}
        : { sharedLids: sharedLidsOf(file) }),
    });
  }

  get routed(): Routed {
    if (this.#routed !== undefined) return this.#routed;
    throw new FabricError({
      code: "E_PLAYGROUND_NO_TABLES",
      message: "There are no forwarding tables yet.",
      hint: "choose a routing",
    });
  }

  /** Tables of another setup, without a change of what is open. @throws FabricError of the scenario and its plugins */
  tablesOf(setup: Setup): ForwardingTables {
    const { routed } = this;
    const experiment = experimentOf(scenarioOf(setup), routed.fabric);
    return composeTables(
      experiment.fabric,
      experiment.tables,
      routed.groups,
      cabledHosts(experiment.fabric),
    );
  }

  /** Tables for a group of the reader's own. @throws FabricError of the plugins */
  tablesFor(setup: Setup, groups: readonly MulticastGroup[]): Routed {
    const own =
      setup["tables"] === undefined
        ? { multicast: "multicast-union", ...setup }
        : setup;
    const scenario = scenarioOf(own);
    const experiment = this.#experiment(own);
    const { fabric } = experiment;
    const tables = blaming(scenario, () =>
      composeTables(fabric, experiment.tables, groups, cabledHosts(fabric)),
    );
    return { fabric, tables, groups };
  }
}

function routedOf(experiment: Experiment): Routed {
  const { fabric } = experiment;
  try {
    const { tables, groups } = compose(experiment);
    // Tables that were opened have groups of their own.
    return {
      fabric,
      tables,
      groups: groups.length > 0 ? groups : (tables.multicast?.groups ?? []),
    };
  } catch (error) {
    if (!FabricError.is(error)) throw error;
    // Tables can be looked at whatever the traffic; if it is they that are refused, they are refused here, too.
    const tables = composeTables(
      fabric,
      experiment.tables,
      [],
      cabledHosts(fabric),
    );
    return {
      fabric,
      tables,
      groups: tables.multicast?.groups ?? [],
      unfit: `The traffic cannot run on these tables: ${error.message}${error.hint === undefined ? "" : ` (${error.hint})`}`,
    };
  }
}
