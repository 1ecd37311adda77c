/**
 * One process: a point of `reproduce kim2007` as the study runs it. 15 switches and 23 links (fabric of seed 2), up*\/down* routing, load 60 %, 70:30,
 * seven kinds of video streams, Poisson and control packets, 15 lanes and VL15, and all metrics of the study. Argument: JSON of `KimPoint`.
 *
 * CPU time of this process from the composition of the run to its result, compiling included: the machine may be shared.
 */
import { runExperiment } from "@fabriclab/sim";
import { caseOf } from "../../../cli/src/reproduce/kim2007/cases.ts";
import { experimentFor } from "../../../cli/src/reproduce/kim2007/run/task.ts";

export interface KimPoint {
  /** Packets per output port and lane. */
  readonly outputBuffer: number;
  /** Frames per video stream, 30 a second. */
  readonly frames: number;
}

export interface KimFigures {
  readonly seconds: number;
  readonly hops: number;
  readonly eventsPerHop: number;
  readonly status: string;
}

const point = JSON.parse(process.argv[2] ?? "{}") as KimPoint;
const experiment = await experimentFor({
  point: caseOf({ scheme: "autonet", outputBuffer: point.outputBuffer }),
  seed: 2,
  frames: point.frames,
});
const cpu = process.cpuUsage();
const result = await runExperiment(experiment);
const used = process.cpuUsage(cpu);
const figures: KimFigures = {
  seconds: (used.user + used.system) / 1e6,
  hops: result.packetHops,
  eventsPerHop: result.events / result.packetHops,
  status: result.status,
};
process.stdout.write(JSON.stringify(figures));
