/**
 * What the ports decide that a switch may choose for unreliable datagrams (`adaptiveDetour` of `path-bit-table`), on 30 nodes at 20 % load as
 * `reproduce kim2007 --quick` runs them: seeds 1 and 2, 2 frames per stream. A line each: real-time latency, and mean channels of a packet's way.
 */
import { experimentOf, readScenario } from "@fabriclab/formats-scenario";
import { compose, runExperiment, type Experiment } from "@fabriclab/sim";
import { loadRegistry } from "../src/plugins.ts";
import { caseOf, type Case } from "../src/reproduce/kim2007/cases.ts";
import { describeCase } from "../src/reproduce/kim2007/run/describe.ts";
import { experimentFor } from "../src/reproduce/kim2007/run/task.ts";

const FRAMES = 2;
const at = (scheme: Case["scheme"]): Case =>
  caseOf({ topology: "random-30", scheme, load: 0.2 });

/** Multipath+LFU with the ports of shortest paths alone. */
async function straight(seed: number): Promise<Experiment> {
  const registry = await loadRegistry();
  const text = JSON.stringify({
    name: "kim2007",
    seed,
    ...describeCase(at("lfu"), seed, FRAMES),
    tables: { kind: "path-bit-table", adaptiveDetour: 0 },
  });
  const { tables } = compose(
    experimentOf(readScenario(text, { file: "kim2007", registry })),
  );
  const study = await experimentFor({
    point: at("lfu"),
    seed,
    frames: FRAMES,
  });
  return { ...study, tables: { given: tables } };
}

for (const seed of [1, 2]) {
  const as = (scheme: Case["scheme"]): Promise<Experiment> =>
    experimentFor({ point: at(scheme), seed, frames: FRAMES });
  const runs: readonly (readonly [string, Experiment])[] = [
    ["SPF", await as("spf")],
    ["Multipath+LFU, adaptiveDetour: any", await as("lfu")],
    ["Multipath+LFU, adaptiveDetour: 0", await straight(seed)],
  ];
  for (const [name, experiment] of runs) {
    const { status, metrics, packetHops, packets } =
      await runExperiment(experiment);
    const latency = (metrics["latency.traffic0"]?.value ?? Number.NaN) / 1e3;
    process.stdout.write(
      `seed ${seed}, ${name}: ${latency.toFixed(0)} us, ${(packetHops / packets.delivered).toFixed(1)} channels, ${status}\n`,
    );
  }
}
