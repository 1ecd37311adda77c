/**
 * One process: the runs of a small sweep and nothing else, one after the other. Argument: JSON { scenario, loads, progress }, the scenario's file, the loads, and a file that tells how many runs are done. Only the runs are timed: reading
 * scenarios is the sweep's share. The first tenth is not timed.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { multipleLid } from "@fabriclab/addressing-multiple-lid";
import {
  buildFabric,
  experimentOf,
  extendRegistry,
  parseOverride,
  parseScenario,
  readScenario,
} from "@fabriclab/formats-scenario";
import { injector } from "@fabriclab/hca-injector";
import { latency } from "@fabriclab/metrics-latency";
import { throughput } from "@fabriclab/metrics-throughput";
import { cyclic } from "@fabriclab/routing-cyclic";
import {
  runExperiment,
  type Experiment,
  type TableSource,
} from "@fabriclab/sim";
import type { Fabric } from "@fabriclab/spec";
import { relay } from "@fabriclab/switch-relay";
import * as arbiters from "@fabriclab/switch-arbiters";
import { asynchronous } from "@fabriclab/switch-replication";
import { linear } from "@fabriclab/tables-linear";
import { multicastUnion } from "@fabriclab/tables-multicast-union";
import { fatTree } from "@fabriclab/topology-fat-tree";
import { uniform } from "@fabriclab/traffic-patterns";
import { poisson } from "@fabriclab/traffic-poisson";

const { scenario, loads, progress } = JSON.parse(process.argv[2] ?? "{}") as {
  scenario: string;
  loads: number[];
  progress: string;
};
const registry = extendRegistry({}, [
  ...[fatTree, multipleLid, cyclic, linear, multicastUnion, relay],
  ...[asynchronous, injector, poisson, uniform, latency, throughput],
  ...Object.values(arbiters).filter((value) => typeof value === "object"),
]);
const text = readFileSync(scenario, "utf8");
const parsed = parseScenario(text, scenario);
let fabric: Fabric | undefined;
let tables: TableSource | undefined;
/** As a sweep makes them: on one fabric, with tables that are computed once. */
const experimentAt = (load: number): Experiment => {
  const read = readScenario(text, {
    file: scenario,
    registry,
    overrides: [parseOverride(`load=${String(load)}`)],
    parsed,
  });
  const made = experimentOf(read, (fabric ??= buildFabric(read)));
  return { ...made, tables: (tables ??= made.tables) };
};

/** Experiments in memory at a time: all of them would be garbage that a collector looks at again and again. */
const EACH = 100;
const untimed = Math.floor(loads.length / 10);
let packetHops = 0;
let cpuMs = 0;
for (let from = 0; from < loads.length; from += EACH) {
  const experiments = loads.slice(from, from + EACH).map(experimentAt);
  const before = process.cpuUsage();
  for (const experiment of experiments)
    packetHops += (await runExperiment(experiment)).packetHops;
  const { user, system } = process.cpuUsage(before);
  if (from >= untimed) cpuMs += (user + system) / 1000;
  writeFileSync(progress, String(Math.min(from + EACH, loads.length)));
}
const timed = loads.length - Math.ceil(untimed / EACH) * EACH;
process.stdout.write(
  JSON.stringify({
    cpuMsPerRun: cpuMs / timed,
    packetHops,
  }),
);
