import { chooseTick, delaysOf, type NetworkConfig } from "@fabriclab/network";
import {
  askingParams,
  endportName,
  FabricError,
  meanBytePs,
  type Fabric,
  type ForwardingTables,
  type HcaModel,
  type MetricContext,
  type SwitchModel,
  type Traffic,
} from "@fabriclab/spec";
import { endportIx, MANAGEMENT_VL, type EndportIx } from "@fabriclab/units";
import { composedTables, makersOf } from "./compose-tables.ts";
import { allGroups, createTraffic, planTraffic } from "./compose-traffic.ts";
import { composeSwitch } from "./compose-switch.ts";
import type { Composition } from "./composition.ts";
import { enteringLoad } from "./entering-load.ts";
import { EndlessBeside } from "./endless-beside.ts";
import type { Experiment } from "./experiment.ts";
import { injectionsAsked } from "./injections.ts";
import { bytePsAt } from "./link-times.ts";
import { cabledHosts } from "./cabled-hosts.ts";
import { checkChoice } from "./check-choice.ts";
import { checkExperiment } from "./check-experiment.ts";
import { checkMeasure } from "./check-measure.ts";
import { checkHostLoads } from "./host-loads.ts";
import { idleLatency } from "./idle-latency.ts";
import { checkChanges } from "./live-changes.ts";
import { liveTables, mlidRoom } from "./resweep.ts";
import { MAX_TRAFFIC } from "./load-window.ts";
import { countersAsked } from "./counters-asked.ts";
import { MetricSet } from "./metric-set.ts";
import { onePortEach } from "./one-port-each.ts";
import { dlidsAsked } from "./told-dlids.ts";

/**
 * Builds everything that an experiment's run needs, in this order: hosts, switch and host adapter models, the tick, the traffic's groups, tables,
 * traffic, metrics' context, the network's configuration. Nothing runs yet.
 *
 * A pure function of the experiment.
 *
 * @throws FabricError of any plugin; `E_SIM_EXPERIMENT`, `E_SIM_NO_HOSTS`, `E_SIM_NO_TRAFFIC`, `E_SIM_TOO_MUCH_TRAFFIC`, `E_SIM_PART_IGNORED`, `E_SIM_NOTHING_TO_SELECT`, `E_SIM_NO_SELECT`, `E_SIM_LANES`, `E_SIM_HOST_LANES`, `E_SIM_MEASURE`, `E_SIM_CHANGE`, `E_SIM_OVERLOAD`, `E_SIM_CONFIDENCE`, `E_SIM_METRIC_NAME`, and those
 * of the tables' check (`E_SPEC_TABLES_FABRIC`, `E_SIM_TABLES_PORT`, `E_SIM_HOST_WITHOUT_LID`, `E_SIM_PATH_LID`)
 */
export function compose(experiment: Experiment): Composition {
  checkExperiment(experiment);
  checkMeasure(experiment);
  checkChanges(experiment);
  const { fabric } = experiment;
  const hosts = cabledHosts(fabric);
  if (hosts.length < 2) {
    throw new FabricError({
      code: "E_SIM_NO_HOSTS",
      message: "a run needs two hosts that are cabled to switches",
      where: { path: fabric.name },
      got: String(hosts.length),
      expected: "at least 2",
    });
  }
  if (experiment.traffic.length === 0) {
    throw new FabricError({
      code: "E_SIM_NO_TRAFFIC",
      message: "the experiment has no traffic",
      where: { path: "traffic" },
      expected: "at least one entry",
    });
  }
  if (experiment.traffic.length > MAX_TRAFFIC) {
    throw new FabricError({
      code: "E_SIM_TOO_MUCH_TRAFFIC",
      message: "the journal cannot tell so many traffic entries apart",
      where: { path: "traffic" },
      got: String(experiment.traffic.length),
      expected: `at most ${MAX_TRAFFIC}`,
    });
  }

  const switchModel = composeSwitch(experiment.switchModel);
  const adapter = experiment.hca.plugin.build(experiment.hca.options);
  const link: NetworkConfig["link"] = {
    ...(experiment.link.byteTime === undefined
      ? {}
      : { byteTimePs: experiment.link.byteTime }),
    ...(experiment.link.flight === undefined
      ? {}
      : { flightPs: experiment.link.flight }),
  };
  const tickPs = chooseTick(
    delaysOf({ fabric, switchModels: [switchModel], hca: adapter, link }),
  );

  const bytePs = (host: EndportIx): number =>
    bytePsAt(fabric, fabric.endportPort[host] ?? -1, link);
  const plan = () =>
    planTraffic(
      { fabric, hosts, seed: experiment.seed, tickPs, bytePs },
      experiment.traffic,
    );
  const planned = plan();
  const groups = allGroups(planned);
  const { tables, idleBuilder } = composedTables(
    fabric,
    experiment.tables,
    groups,
    hosts,
  );
  checkChoice(experiment, tables);
  // Of 16 lanes the last is the management lane, which is nothing for data.
  if (tables.lanes > Math.min(switchModel.lanes, MANAGEMENT_VL)) {
    const { params } = experiment.switchModel.use.plugin;
    const [lanesParam] = askingParams(params, "lanes");
    throw new FabricError({
      code: "E_SIM_LANES",
      message: `${makersOf(experiment.tables, tables)} need more virtual lanes than the switches have`,
      where: { path: "switch" },
      got: `${switchModel.lanes} in the switch model ${switchModel.name}`,
      expected: `at least ${tables.lanes}`,
      ...(tables.lanes <= MANAGEMENT_VL && lanesParam !== undefined
        ? { hint: `${lanesParam.key}: ${tables.lanes} of the switch` }
        : {}),
    });
  }
  checkGroups(switchModel, tables);
  const hca = withHostLanes(adapter, tables, fabric, hosts);
  const changes = (experiment.changes ?? []).length > 0;
  const live = liveTables(experiment, tables, groups, hosts);
  const trafficNetwork = {
    idleLatency: idleLatency({ fabric, tables, switchModel, hca, link }),
    mtu: switchModel.mtu,
    barrierLane: switchModel.barrierLane,
    multicastLane: switchModel.multicastLane,
  };
  const trafficTables = changes ? live.view : tables;
  const traffic = createTraffic(planned, trafficTables, trafficNetwork);
  checkHostLoads(experiment, traffic, hosts);
  const offered = offeredLoad(traffic);
  const entering = traffic.reduce(
    (sum, one) => sum + (enteringLoad(one) ?? 0),
    0,
  );
  const metricContext: MetricContext = {
    fabric,
    tickPs,
    sources: new Set(
      traffic.flatMap(({ streams }) => streams.map(({ source }) => source)),
    ).size,
    receivers: hosts.length,
    operations: traffic.reduce(
      (sum, { operations }) => sum + (operations ?? 0),
      0,
    ),
    hostBytePs: meanBytePs(hosts, { bytePs }),
    bytePs,
    offeredLoad: offered,
    tables: switchModel.select === undefined ? onePortEach(tables) : tables,
    traffic,
  };
  const composition: Composition = {
    experiment,
    tickPs,
    hosts,
    bytePs,
    slowestBytePs: Math.max(...hosts.map(bytePs)),
    groups,
    tables,
    ...(idleBuilder === undefined ? {} : { idleBuilder }),
    switchModel,
    hca,
    traffic,
    freshTraffic: () => createTraffic(plan(), tables, trafficNetwork),
    metricContext,
    network: {
      fabric,
      tables,
      switchModels: [switchModel],
      hca,
      traffic,
      tickPs,
      link,
      checked: experiment.checked,
      ...(changes ? { changes } : {}),
      ...(experiment.changes?.some((change) => "resweep" in change) === true
        ? { mlidRoom: mlidRoom(groups) }
        : {}),
      injections:
        injectionsAsked(experiment) || EndlessBeside.injections(traffic),
      dlids: dlidsAsked(experiment),
      ...countersAsked(experiment),
    },
    resweep: live.resweep,
    hasLeftOut: live.hasLeftOut,
    offeredBytesPerTick:
      offered === undefined
        ? undefined
        : hosts.reduce(
            (sum, host) => sum + (entering * tickPs) / bytePs(host),
            0,
          ),
  };
  // What has seen nothing gives its results' names, too: two of one name are refused before a run, not after.
  new MetricSet(composition, 0).results(0);
  return composition;
}

/**
 * The adapter with the SL2VL that the tables give to hosts, unless it was given one of its own.
 *
 * @throws FabricError E_SIM_HOST_LANES where hosts have different ones: a run has one host adapter model
 */
function withHostLanes(
  adapter: HcaModel,
  { hostSl2vl }: ForwardingTables,
  fabric: Fabric,
  hosts: readonly EndportIx[],
): HcaModel {
  if (hostSl2vl === undefined || adapter.slToVl !== undefined) return adapter;
  const rowOf = (host: EndportIx): readonly number[] =>
    Array.from(
      hostSl2vl.length === 16
        ? hostSl2vl
        : hostSl2vl.subarray(host * 16, host * 16 + 16),
    );
  const [first = endportIx(0)] = hosts;
  const row = rowOf(first);
  const other = hosts.find((host) => rowOf(host).join() !== row.join());
  if (other !== undefined) {
    throw new FabricError({
      code: "E_SIM_HOST_LANES",
      message: "the tables give hosts different SL2VL tables",
      where: { path: endportName(fabric, other) },
      got: rowOf(other).join(" "),
      expected: `${row.join(" ")}, as ${endportName(fabric, first)} has`,
      hint: "give the host adapter one table for all: hca: { kind: injector, slToVl: [...] }",
    });
  }
  return { ...adapter, slToVl: row };
}

/** @throws FabricError E_SIM_MULTICAST_GROUPS when the tables use more MLIDs than the switches can tell apart */
function checkGroups(
  { name, multicastGroups = Infinity }: SwitchModel,
  { multicast }: ForwardingTables,
): void {
  const used = multicast?.mlidCount ?? 0;
  if (used <= multicastGroups) return;
  throw new FabricError({
    code: "E_SIM_MULTICAST_GROUPS",
    message: `the switch model ${name} cannot tell so many multicast groups apart`,
    where: { path: "switch" },
    got: `${used} MLIDs (${multicast?.plan ?? ""})`,
    expected: `at most ${multicastGroups}`,
    hint: "fewer groups, multicast tables with one MLID per group, or a switch with more",
  });
}

/** Sum of the loads, where all traffic is endless and says its load: that of finite traffic is part of what is delivered, and nobody knows it. */
function offeredLoad(traffic: readonly Traffic[]): number | undefined {
  let sum: number | undefined;
  for (const { finite, offeredLoad: load } of traffic) {
    if (finite || load === undefined) return undefined;
    sum = (sum ?? 0) + load;
  }
  return sum;
}
