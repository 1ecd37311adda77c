/**
 * One process: the runs of a small sweep and nothing else, one after the other. Argument: JSON { scenario, loads, progress }, the scenario's file, the loads, and a file that tells how many runs are done. Experiments are made
 * beforehand, on one fabric: reading scenarios is the sweep's share. The first tenth is not timed.
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
import { runExperiment } from "@fabriclab/sim";
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
const experiments = loads.map((load) => {
  const read = readScenario(text, {
    file: scenario,
    registry,
    overrides: [parseOverride(`load=${String(load)}`)],
    parsed,
  });
  return experimentOf(read, (fabric ??= buildFabric(read)));
});
let packetHops = 0;
let cpu = process.cpuUsage();
const untimed = Math.floor(loads.length / 10);
for (const [at, experiment] of experiments.entries()) {
  if (at === untimed) cpu = process.cpuUsage();
  const result = await runExperiment(experiment);
  packetHops += result.packetHops;
  if (at % 50 === 0) writeFileSync(progress, String(at));
}
const { user, system } = process.cpuUsage(cpu);
const timed = loads.length - untimed;
process.stdout.write(
  JSON.stringify({
    cpuMsPerRun: (user + system) / 1000 / timed,
    packetHops,
  }),
);
