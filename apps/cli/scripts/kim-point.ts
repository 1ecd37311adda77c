/**
 * One process: a point of `reproduce kim2007` as the study runs it. 15 switches and 23 links (fabric of seed 2), up*\/down* routing, load 60 %, 70:30,
 * seven kinds of video streams, Poisson and control packets, 15 lanes and VL15, and all metrics of the study. Argument: JSON of
 * `outputBuffer` (packets per output port and lane) and `frames` (per video stream, 30 a second).
 *
 * CPU time of this process from the composition of the run to its result, compiling included, as the machine may be shared; and the time on the wall,
 * which is less where a second core compiles and collects garbage.
 */
import { performance } from "node:perf_hooks";
import { runExperiment } from "@fabriclab/sim";
import { caseOf } from "../src/reproduce/kim2007/case.ts";
import { experimentFor } from "../src/reproduce/kim2007/run/task.ts";

const point = JSON.parse(process.argv[2] ?? "{}") as {
  readonly outputBuffer: number;
  readonly frames: number;
};
const experiment = await experimentFor({
  point: caseOf({ scheme: "autonet", outputBuffer: point.outputBuffer }),
  seed: 2,
  frames: point.frames,
});
const cpu = process.cpuUsage();
const started = performance.now();
const result = await runExperiment(experiment);
const wallSeconds = (performance.now() - started) / 1000;
const used = process.cpuUsage(cpu);
const figures = {
  seconds: (used.user + used.system) / 1e6,
  wallSeconds,
  hops: result.packetHops,
  eventsPerHop: result.events / result.packetHops,
  status: result.status,
};
process.stdout.write(JSON.stringify(figures));
