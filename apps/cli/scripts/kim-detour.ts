/**
 * How far packets wander by the ports that a switch may choose for unreliable datagrams (`adaptiveDetour` of `path-bit-table`), on 30 nodes at 20 % load
 * as `reproduce kim2007 --quick` runs them: seeds 1 and 2, 2 frames per stream. A line each: real-time latency, and mean channels of a packet's way.
 */
import { runExperiment } from "@fabriclab/sim";
import { caseOf, type Case } from "../src/reproduce/kim2007/case.ts";
import { experimentFor } from "../src/reproduce/kim2007/run/task.ts";

const at = (point: Partial<Case>): Case =>
  caseOf({ topology: "random-30", load: 0.2, ...point });
const RUNS: readonly (readonly [string, Case])[] = [
  ["SPF", at({ scheme: "spf" })],
  ["Multipath+LFU, adaptiveDetour: any", at({ scheme: "lfu" })],
  ["Multipath+LFU, adaptiveDetour: 0", at({ scheme: "lfu", detours: 0 })],
];

for (const seed of [1, 2])
  for (const [name, point] of RUNS) {
    const { status, metrics, packetHops, packets } = await runExperiment(
      await experimentFor({ point, seed, frames: 2 }),
    );
    const latency = (metrics["latency.traffic0"]?.value ?? Number.NaN) / 1e3;
    process.stdout.write(
      `seed ${seed}, ${name}: ${latency.toFixed(0)} us, ${(packetHops / packets.delivered).toFixed(1)} channels, ${status}\n`,
    );
  }
