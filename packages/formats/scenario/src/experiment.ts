import {
  FabricError,
  type ErrorPlace,
  type Fabric,
  type FinishedTablesPlugin,
  type Params,
  type TopologyPlugin,
  type TrafficPlugin,
} from "@fabriclab/spec";
import type {
  Experiment,
  Measure,
  TableSource,
  TrafficUse,
  Use,
} from "@fabriclab/sim";
import { changesOn } from "./changes.ts";
import { joinPath } from "./located.ts";
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

/**
 * Runs `act` and gives a FabricError without a line the line of the scenario's entry whose plugin threw it: `E_CYCLIC_…` and
 * `E_ROUTING_CYCLIC_…` belong to `routing: cyclic`.
 */
export function blaming<T>(scenario: Scenario, act: () => T): T {
  try {
    return act();
  } catch (error) {
    throw blame(scenario, error);
  }
}

/** The error with the line of the scenario's entry that is to blame, where that can be told; any other error as it is. */
export function blame(scenario: Scenario, error: unknown): unknown {
  if (!FabricError.is(error) || error.where.line !== undefined) return error;
  if (error.where.file !== undefined) return error;
  if (error.code === "E_NETWORK_UNSUPPORTED") {
    const threads = scenario.find("threads");
    if (error.got?.includes("on several threads") === true && threads)
      return error.at(threads);
  }
  const culprit = culpritOf(scenario, error);
  const path = error.where.path ?? "";
  const found = scenario.find(path);
  if (found !== undefined) return error.at(found);
  if (culprit === undefined)
    return error.at(within(scenario, path) ?? { file: scenario.file });
  const key = path === "" ? (bufferIn(error) ?? frameRateKey(error)) : path;
  const parameter =
    key === undefined
      ? undefined
      : scenario.find(joinPath(culprit.at.path, key));
  if (parameter === undefined) return error.at(culprit.at);
  // The plugin knows its parameter, `by`; the scenario where that stands: `traffic[0].pattern.by`.
  const { code, message, got, expected, hint, cause } = error;
  return new FabricError({
    code,
    message,
    where: { ...error.where, ...parameter },
    ...(got === undefined ? {} : { got }),
    ...(expected === undefined ? {} : { expected }),
    ...(hint === undefined ? {} : { hint }),
    ...(cause === undefined ? {} : { cause }),
  });
}

/** Where the entry stands to which a key would belong that was not written: `topology` for `topology.flight`. */
const within = (scenario: Scenario, path: string): ErrorPlace | undefined =>
  /^\w+(\[\d+\])?(?=\.\w+$)/
    .exec(path)
    ?.map((entry) => scenario.find(entry))
    .at(0);

/** The parameter of the switch whose buffer the packet engine refuses. */
const bufferIn = ({ code, got }: FabricError): string | undefined =>
  code !== "E_NETWORK_BUFFER"
    ? undefined
    : got?.endsWith(" out") === true
      ? "outputBuffer"
      : "inputBuffer";

/** Where the scenario gives the frame rate of a traffic entry. */
const frameRateOf = (
  scenario: Scenario,
  { at }: PlacedUse,
): ErrorPlace | undefined => scenario.find(joinPath(at.path, FRAME_RATE));

const FRAME_RATE = "fps";

/** The parameter of a traffic whose packets wait for too long, where it has one. */
const frameRateKey = ({ code }: FabricError): string | undefined =>
  code === "E_NETWORK_TIME_RANGE" ? FRAME_RATE : undefined;

/** The entry whose plugin's name stands in the code (the longest such name, for `MULTICAST_UNION` is not `UNION`'s), or its family's. */
function culpritOf(
  scenario: Scenario,
  { code, got = "" }: FabricError,
): PlacedUse | undefined {
  if (code === "E_NETWORK_UNSUPPORTED")
    return partNamed(scenario, got) ?? scenario.switch;
  const { addressing, routing, multicast, lanes } = scenario;
  const uses: PlacedUse[] = [
    ...scenario.traffic.flatMap((traffic) =>
      traffic.pattern === undefined ? [traffic] : [traffic.pattern, traffic],
    ),
    ...scenario.metrics,
    ...[
      addressing,
      routing,
      scenario.tables,
      multicast,
      lanes,
      scenario.select,
      scenario.drop,
      scenario.crossbarScheduler,
    ].filter((use) => use !== undefined),
    scenario.switch,
    scenario.arbiter,
    scenario.laneScheduler,
    scenario.replication,
    scenario.hca,
    scenario.topology,
  ];
  // What waits too long at its source came from there; a frame rate next to nothing makes frames that last for hours.
  if (code === "E_NETWORK_TIME_RANGE")
    return (
      scenario.traffic.find((one) => frameRateOf(scenario, one)) ??
      scenario.traffic[0]
    );
  // The packet engine has its buffers from the switch model.
  if (code === "E_NETWORK_BUFFER") return scenario.switch;
  if (code.startsWith("E_FABRIC_")) return scenario.topology;
  const words = `_${code.slice(2)}_`;
  const mark = (name: string): string =>
    `_${name.toUpperCase().replaceAll("-", "_")}_`;
  const named = uses
    .filter(({ plugin }) => words.includes(mark(plugin.name)))
    .sort((a, b) => b.plugin.name.length - a.plugin.name.length);
  if (named[0] !== undefined) return named[0];
  // E_PATTERN_HOSTS: a code of a whole family, whose one use is meant
  const family = uses.filter(({ plugin }) =>
    words.startsWith(mark(plugin.kind)),
  );
  return family.length === 1 ? family[0] : undefined;
}

/** The entry of the switch's part whose field the packet engine names. */
function partNamed(scenario: Scenario, field: string): PlacedUse | undefined {
  const parts = ["crossbarScheduler", "replication", "select", "drop"] as const;
  const named = parts.find((part) => field.includes(part));
  return named === undefined ? undefined : scenario[named];
}

/** The family was checked when the scenario was read, so the plugin is of the type that its key asks for. */
function bare<P extends { readonly params: Params }>(use: PlacedUse): Use<P> {
  return { plugin: use.plugin, options: use.options } as unknown as Use<P>;
}
