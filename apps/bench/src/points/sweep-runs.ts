/**
 * One process: the runs of a small sweep without a sweep, one after the other. Argument: JSON { scenario, loads }, the scenario's file and the loads. The first tenth is not
 * timed.
 */
import { performance } from "node:perf_hooks";
import { parseOverride } from "@fabriclab/formats-scenario";
import { runExperiment } from "@fabriclab/sim";
import { readFileSync } from "node:fs";
import { loadRegistry } from "../../../cli/src/plugins.ts";
import { experimentFor, scenarioOf } from "../../../cli/src/recipe.ts";

const { scenario: file, loads } = JSON.parse(process.argv[2] ?? "{}") as {
  scenario: string;
  loads: number[];
};
const registry = await loadRegistry();
const text = readFileSync(file, "utf8");
let packetHops = 0;
let started = performance.now();
let cpu = process.cpuUsage();
const untimed = Math.floor(loads.length / 10);
for (const [at, load] of loads.entries()) {
  if (at === untimed) {
    started = performance.now();
    cpu = process.cpuUsage();
  }
  const recipe = {
    file,
    text,
    overrides: [parseOverride(`load=${String(load)}`)],
  };
  const result = await runExperiment(
    experimentFor(recipe, scenarioOf(recipe, registry)),
  );
  packetHops += result.packetHops;
}
const { user, system } = process.cpuUsage(cpu);
const timed = loads.length - untimed;
process.stdout.write(
  JSON.stringify({
    msPerRun: (performance.now() - started) / timed,
    cpuMsPerRun: (user + system) / 1000 / timed,
    packetHops,
  }),
);
