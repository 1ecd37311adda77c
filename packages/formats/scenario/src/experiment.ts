import type {
  Fabric,
  FinishedTablesPlugin,
  Params,
  TopologyPlugin,
  TrafficPlugin,
} from "@fabriclab/spec";
import type {
  Experiment,
  Measure,
  TableSource,
  TrafficUse,
  Use,
} from "@fabriclab/sim";
import { blaming } from "./blame.ts";
import { changesOn } from "./changes.ts";
import type { Scenario } from "./scenario.ts";
import type { PlacedUse } from "./use.ts";

/**
 * The experiment that a scenario describes: its fabric is built (and finished tables are read) here, its tables are made when it is run.
 *
 * @param given fabric instead of the scenario's topology
 * @throws FabricError of the topology or the finished tables, with the scenario's line
 */
export function experimentOf(scenario: Scenario, given?: Fabric): Experiment {
  const fabric = given ?? buildFabric(scenario);
  return {
    name: scenario.name,
    seed: scenario.seed,
    fabric,
    tables: tableSource(scenario, fabric),
    switchModel: {
      use: bare(scenario.switch),
      arbiter: bare(scenario.arbiter),
      laneScheduler: bare(scenario.laneScheduler),
      ...(scenario.crossbarScheduler === undefined
        ? {}
        : { crossbarScheduler: bare(scenario.crossbarScheduler) }),
      replication: bare(scenario.replication),
      ...(scenario.select === undefined
        ? {}
        : { select: bare(scenario.select) }),
      ...(scenario.drop === undefined ? {} : { drop: bare(scenario.drop) }),
    },
    hca: bare(scenario.hca),
    link: scenario.link,
    traffic: scenario.traffic.map((traffic): TrafficUse => ({
      ...bare(traffic),
      ...(traffic.name === undefined ? {} : { name: traffic.name }),
      ...(traffic.pattern === undefined
        ? {}
        : { pattern: bare(traffic.pattern) }),
    })),
    metrics: scenario.metrics.map((metric) => bare(metric)),
    ...(scenario.changes.length === 0
      ? {}
      : { changes: changesOn(fabric, scenario.changes) }),
    measure: { ...scenario.measure, ...finiteCaps(scenario) },
    threads: scenario.threads,
    checked: scenario.checked,
  };
}

/** Caps are for endless traffic; they hold for traffic that ends by itself where they are written, for the defaults would cut it short. */
function finiteCaps({
  traffic,
  measure,
  find,
}: Scenario): Pick<Measure, "finiteCaps"> {
  const ends = traffic.some(({ plugin, options }) => {
    const { finite } = (plugin as TrafficPlugin).claims;
    return typeof finite === "string"
      ? (options as Record<string, unknown>)[finite] !== undefined
      : finite;
  });
  const written = (["maxTime", "maxPackets"] as const).filter(
    (key) => find(`measure.${key}`) !== undefined,
  );
  if (!ends || written.length === 0) return {};
  return {
    finiteCaps: Object.fromEntries(written.map((key) => [key, measure[key]])),
  };
}

function tableSource(scenario: Scenario, fabric: Fabric): TableSource {
  const { tables, addressing, routing, multicast, lanes } = scenario;
  if (addressing === undefined || routing === undefined) {
    const use = bare<FinishedTablesPlugin>(tables);
    return {
      given: blaming(scenario, () => use.plugin.read(fabric, use.options)),
      use,
    };
  }
  return {
    addressing: bare(addressing),
    routing: bare(routing),
    unicast: bare(tables),
    ...(multicast === undefined ? {} : { multicast: bare(multicast) }),
    ...(lanes === undefined ? {} : { lanes: bare(lanes) }),
  };
}

/** The scenario's fabric. @throws FabricError of the topology, with the scenario's line */
export function buildFabric(scenario: Scenario): Fabric {
  const plugin = scenario.topology.plugin as unknown as TopologyPlugin;
  return blaming(scenario, () => plugin.build(scenario.topology.options));
}

/** The family was checked when the scenario was read, so the plugin is of the type that its key asks for. */
function bare<P extends { readonly params: Params }>(use: PlacedUse): Use<P> {
  return { plugin: use.plugin, options: use.options } as unknown as Use<P>;
}
