import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { measuredScript } from "../child.ts";
import { measuredCommand, type MeasuredCommand } from "../measured-command.ts";
import type { BenchOptions, Row, Suite } from "../suite.ts";

interface Runs {
  readonly cpuMsPerRun: number;
}

const script = new URL("../points/sweep-runs.ts", import.meta.url);

/** Runs of a few milliseconds: what the sweep adds is not lost in them. */
const SCENARIO = `topology: { kind: fat-tree, ports: 4, levels: 2 }
addressing: multiple-lid
routing: cyclic
switch: relay
traffic: { kind: poisson, load: 0.3, size: 256B, pattern: uniform }
metrics: [latency, throughput]
measure: { warmup: 5us, maxTime: 20us }
seed: 1
`;

/** Loads of a sweep of so many points, all below saturation. */
const loadsOf = (points: number): number[] =>
  Array.from({ length: points }, (_, i) =>
    Number((0.1 + (0.3 * i) / points).toFixed(6)),
  );

/**
 * What a sweep costs beside its runs, and what a second worker brings. From the difference of a long and a short sweep, so that neither the start of the process nor that of its workers
 * counts. Overhead is CPU time of all threads: all of the sweep's, without that of the same runs alone. The wall times that scaling is made of need an idle machine.
 */
export const sweep: Suite = {
  name: "sweep",
  summary:
    "fabriclab sweep of small runs: time per point beside the runs alone, and two workers against one",
  async *run({ quick }: BenchOptions) {
    const points = quick ? 1000 : 10_000;
    const few = points / 10;
    const folder = mkdtempSync(join(tmpdir(), "fabriclab-sweep-"));
    try {
      const scenario = join(folder, "small.yaml");
      writeFileSync(scenario, SCENARIO);
      const swept = async (
        count: number,
        jobs: number,
      ): Promise<MeasuredCommand> => {
        const out = join(folder, "results");
        rmSync(out, { recursive: true, force: true });
        return measuredCommand([
          ...["sweep", scenario, "--quiet", "-o", out],
          ...["--jobs", String(jobs)],
          ...["--vary", `load=[${loadsOf(count).join(", ")}]`],
        ]);
      };
      const perPoint = (
        many: MeasuredCommand,
        some: MeasuredCommand,
        of: "seconds" | "cpuSeconds",
      ): number => (1000 * (many[of] - some[of])) / (points - few);
      const alone = await measuredScript<Runs>(script, {
        scenario,
        loads: loadsOf(quick ? 1000 : 2000),
      });
      const [some1, many1] = [await swept(few, 1), await swept(points, 1)];
      const [some2, many2] = [await swept(few, 2), await swept(points, 2)];
      const one = perPoint(many1, some1, "seconds");
      const two = perPoint(many2, some2, "seconds");
      const cpu = perPoint(many1, some1, "cpuSeconds");
      yield {
        suite: "sweep",
        name: `${String(points)} points`,
        figures: {
          "overhead cpu ms/point": cpu - alone.cpuMsPerRun,
          "2 workers / perfect": one / (2 * two),
        },
        targets: [
          { figure: "overhead cpu ms/point", atMost: 2 },
          { figure: "2 workers / perfect", atLeast: 0.9 },
        ],
      } satisfies Row;
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};
