import {
  FabricError,
  type ErrorPlace,
  type HcaPlugin,
  type TrafficPlugin,
} from "@fabriclab/spec";
import { joinPath } from "./located.ts";
import type { PlacedTraffic } from "./parts.ts";
import type { Scenario } from "./scenario.ts";
import type { PlacedUse } from "./use.ts";

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
  return placed(scenario, withBetterHint(scenario, error));
}

function placed(scenario: Scenario, error: FabricError): FabricError {
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
  const key = path === "" ? parameterIn(scenario, error) : path;
  const parameter =
    key === undefined
      ? undefined
      : scenario.find(joinPath(culprit.at.path, key));
  if (parameter === undefined) return error.at(culprit.at);
  // The plugin knows its parameter, `by`; the scenario where that stands: `traffic[0].pattern.by`.
  return error.placed({ ...error.where, ...parameter });
}

/** Where the entry stands to which a key would belong that was not written: `topology` for `topology.flight`. */
const within = (scenario: Scenario, path: string): ErrorPlace | undefined => {
  const entry = /^\w+(?:\[\d+\])?(?=\.\w+$)/.exec(path)?.[0];
  return entry === undefined ? undefined : scenario.find(entry);
};

/** Whether the packet engine refuses a buffer, or more of them than it has room for. */
const isOfBuffers = ({ code, got }: FabricError): boolean =>
  code === "E_NETWORK_BUFFER" ||
  (code === "E_NETWORK_SIZE" && got?.includes("buffers") === true);

/** Whether these are of hosts, not of switches. */
const isOfHosts = ({ got }: FabricError): boolean =>
  got?.includes("receive buffer") === true;

/** The parameter of the switch, or of the host adapter, whose buffer the packet engine refuses. */
const bufferIn = (error: FabricError): string | undefined =>
  !isOfBuffers(error)
    ? undefined
    : isOfHosts(error)
      ? "receiveBuffer"
      : error.got?.includes("output buffer") === true
        ? "outputBuffer"
        : "inputBuffer";

/** A timer that runs out before the answer comes sends everything again, for good. */
const TIMEOUT_HINT =
  "a timeout below the time until the answer comes sends all again, over and over: choose a longer one, or a smaller window";

/** The traffic entry whose timer may be to blame for packets that wait for ever. */
const delayingIn = (scenario: Scenario): PlacedUse | undefined =>
  scenario.traffic.find(
    ({ at }) => scenario.find(joinPath(at.path, "timeout")) !== undefined,
  );

/** The packet engine knows no models of switches by name. */
const MANAGEMENT_LANE =
  "switch: iba has a lane for them beside its data lanes; relay has none; or leave out what sends on it, such as traffic of kind control";

/** What the packet engine has to say of a part that knows better how to mend it. */
function betterHint(
  scenario: Scenario,
  { code, hint, got = "" }: FabricError,
): string | undefined {
  if (code === "E_NETWORK_MANAGEMENT_LANE") return MANAGEMENT_LANE;
  if (code === "E_VL_ARBITRATION_UNLISTED")
    return [
      hint,
      `here ${scenario.traffic.filter(sendsData).map(levelsOf).join("; ")}`,
    ]
      .filter((part) => part !== undefined)
      .join("; ");
  if (code === "E_NETWORK_UNSUPPORTED" && /^replication.*threads/.test(got))
    return `${hint ?? ""}; with several threads only replication: asynchronous goes, and here it is ${scenario.replication.plugin.name}`;
  return code === "E_NETWORK_TIME_RANGE" && delayingIn(scenario) !== undefined
    ? TIMEOUT_HINT
    : hint;
}

/** Management packets are on VL15, which is in no table. */
const sendsData = ({ plugin }: PlacedUse): boolean =>
  (plugin as unknown as TrafficPlugin).management !== true;

/** Which service levels an entry of traffic sends on, as far as it says so itself: `traffic[0] (poisson) sends on SL 3`. */
function levelsOf({ plugin, options, at, name }: PlacedTraffic): string {
  const { sl } = options;
  const who = `${name ?? at.path ?? "traffic"} (${plugin.name})`;
  if (sl !== undefined) return `${who} sends on SL ${[sl].flat().join(", ")}`;
  return "sl" in plugin.params.shape
    ? `${who} sends on the SLs of the routing`
    : `${who} says no SL (sl)`;
}

function withBetterHint(scenario: Scenario, error: FabricError): FabricError {
  const hint = betterHint(scenario, error);
  return hint === undefined ? error : error.hinting(hint);
}

/** The parameter of an entry that is to blame where the error names none. */
const parameterIn = (
  scenario: Scenario,
  error: FabricError,
): string | undefined =>
  error.code === "E_NETWORK_TIME_RANGE"
    ? "timeout"
    : error.code === "E_NETWORK_STREAM_LANES"
      ? "dmaRate"
      : error.code === "E_VL_ARBITRATION_UNLISTED"
        ? tableSet(scenario)
        : bufferIn(error);

/** The table of VL arbitration that a flag sets; undefined where none does: then the entry is to blame as a whole, for it lacks a VL in both. */
const tableSet = (scenario: Scenario): string | undefined =>
  ["high", "low"].find((table) => {
    const at = scenario.find(joinPath(scenario.laneScheduler.at.path, table));
    return at !== undefined && at.line === undefined;
  });

/** The entry whose plugin's name stands in the code (the longest such name, for `MULTICAST_UNION` is not `UNION`'s), or its family's. */
function culpritOf(
  scenario: Scenario,
  error: FabricError,
): PlacedUse | undefined {
  const { code, got = "" } = error;
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
  // What waits too long at its source came from there.
  if (code === "E_NETWORK_TIME_RANGE")
    return delayingIn(scenario) ?? scenario.traffic[0];
  // A host adapter that orders packets by their level lets the lowest starve; without one it is the stream's own fault.
  if (code === "E_NETWORK_STREAM_LANES")
    return adapts(scenario.hca) ? scenario.hca : undefined;
  // The packet engine has its buffers from the switch model and the host adapter.
  if (isOfBuffers(error))
    return isOfHosts(error) ? scenario.hca : scenario.switch;
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

/** Whether a host adapter puts the packets of its host in an order of its own. */
const adapts = ({ plugin, options }: PlacedUse): boolean =>
  (plugin as unknown as HcaPlugin).build(options).adapt !== undefined;

/** The entry of the switch's part whose field the packet engine names. */
function partNamed(scenario: Scenario, field: string): PlacedUse | undefined {
  const parts = ["crossbarScheduler", "replication", "select", "drop"] as const;
  const named = parts.find((part) => field.includes(part));
  return named === undefined ? undefined : scenario[named];
}
