import type { Json } from "@fabriclab/spec";
import type { Reproduction, StudyOptions, StudyTask } from "../reproduction.ts";
import { taskModule } from "../task-module.ts";
import { account } from "./account.ts";
import { caseLabel, casesOf, seedsOf } from "./cases.ts";
import { claims } from "./claims/claims.ts";
import { COLUMNS, rowsOf } from "./data.ts";
import { figures } from "./figures.ts";
import { SAMPLE } from "./record.ts";
import { describeCase } from "./run/describe.ts";
import type { TaskInput } from "./run/task.ts";

const NAME = "hpp2008";

/** Whatever the scenarios of its points name, and what runs them. */
const PACKAGES = [
  "@fabriclab/addressing-sequential",
  "@fabriclab/analysis-logp",
  "@fabriclab/fabric",
  "@fabriclab/formats-scenario",
  "@fabriclab/hca-injector",
  "@fabriclab/kernel",
  "@fabriclab/metrics-barrier",
  "@fabriclab/metrics-completion",
  "@fabriclab/metrics-drops",
  "@fabriclab/metrics-latency",
  "@fabriclab/metrics-throughput",
  "@fabriclab/network",
  "@fabriclab/paths",
  "@fabriclab/routing-single-lid",
  "@fabriclab/sim",
  "@fabriclab/spec",
  "@fabriclab/switch-arbiters",
  "@fabriclab/switch-hpp",
  "@fabriclab/switch-replication",
  "@fabriclab/tables-linear",
  "@fabriclab/tables-multicast-spanning-tree",
  "@fabriclab/topology-fat-tree",
  "@fabriclab/traffic-barrier-operation",
  "@fabriclab/traffic-collective-operation",
  "@fabriclab/traffic-multicast-operation",
  "@fabriclab/traffic-patterns",
  "@fabriclab/traffic-poisson",
  "@fabriclab/units",
] as const;

/** Runs of a study: case by case, and within a case seed by seed. */
const tasks = (options: StudyOptions): StudyTask[] =>
  casesOf(options).flatMap((point) =>
    seedsOf(options).map((seed): StudyTask => {
      const input: TaskInput = { point, seed, quick: options.quick };
      return {
        label: caseLabel(point, seed),
        seed,
        experiment: {
          point,
          ...describeCase(point, options),
        } as unknown as Json,
        input: input as unknown as Json,
      };
    }),
  );

/** Figures 7 to 12, Table 1 and the eight statements of the paper on the HPP switch. */
export const hpp2008: Reproduction = {
  name: NAME,
  summary:
    "Virtual channels, buffers, barriers beside unicast, and collectives up to 1024 nodes with the HPP switch: Figures 7-12, claims C-003-1 to C-003-8.",
  citation: {
    key: NAME,
    authors: "D. Wang, Z. Cao, X. Liu, N. Sun",
    title: "HPP Switch: A Novel High Performance Switch for HPC",
    venue: "16th IEEE Symposium on High Performance Interconnects",
    year: 2008,
  },
  module: taskModule(NAME),
  packages: PACKAGES,
  dataIs:
    "every run: case, seed, throughput, latency, times of barriers and collectives",
  seeds: seedsOf,
  tasks,
  figures,
  claims,
  account,
  sample: SAMPLE as unknown as Json,
  data: (study) => ({ columns: COLUMNS, rows: rowsOf(study) }),
};
