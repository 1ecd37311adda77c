import type { Json } from "@fabriclab/spec";
import type { Reproduction, StudyOptions, StudyTask } from "../reproduction.ts";
import { taskModule } from "../task-module.ts";
import { account } from "./account.ts";
import { caseLabel } from "./case.ts";
import { casesOf, framesOf, seedsOf } from "./cases.ts";
import { claims } from "./claims/claims.ts";
import { COLUMNS, rowsOf } from "./data.ts";
import { figures } from "./figures.ts";
import { SAMPLE } from "./record.ts";
import { describeCase, nodesOf } from "./run/describe.ts";
import type { TaskInput } from "./run/task.ts";

const NAME = "kim2007";

/** Whatever the scenarios of its points name, and what runs them. */
const PACKAGES = [
  "@fabriclab/addressing-path-bits",
  "@fabriclab/addressing-sequential",
  "@fabriclab/fabric",
  "@fabriclab/formats-scenario",
  "@fabriclab/hca-injector",
  "@fabriclab/kernel",
  "@fabriclab/metrics-deadline",
  "@fabriclab/metrics-drops",
  "@fabriclab/metrics-latency",
  "@fabriclab/network",
  "@fabriclab/paths",
  "@fabriclab/routing-multipath",
  "@fabriclab/routing-spf",
  "@fabriclab/routing-updown",
  "@fabriclab/sim",
  "@fabriclab/spec",
  "@fabriclab/switch-arbiters",
  "@fabriclab/switch-dropping",
  "@fabriclab/switch-iba",
  "@fabriclab/switch-path-select",
  "@fabriclab/switch-replication",
  "@fabriclab/switch-vl-arbitration",
  "@fabriclab/tables-linear",
  "@fabriclab/tables-multicast-source-tree",
  "@fabriclab/tables-path-bit-table",
  "@fabriclab/tables-service-lanes",
  "@fabriclab/topology-irregular",
  "@fabriclab/traffic-control",
  "@fabriclab/traffic-mpeg2",
  "@fabriclab/traffic-patterns",
  "@fabriclab/traffic-poisson",
  "@fabriclab/units",
] as const;

/** Runs of a study: case by case, and within a case seed by seed. */
const tasks = (options: StudyOptions): StudyTask[] =>
  casesOf(options).flatMap((point) =>
    seedsOf(options).map((seed): StudyTask => {
      const input: TaskInput = { point, seed, frames: framesOf(options) };
      return {
        label: caseLabel(point, seed),
        seed,
        experiment: describeCase(point, seed, input.frames) as unknown as Json,
        input: input as unknown as Json,
        // As many packets are sent; that a run deadlocks, or takes longer to deliver its video, is not known before.
        cost: nodesOf(point.topology) * point.load,
      };
    }),
  );

/** Figures 7 to 10 and the thirteen statements of the paper on InfiniBand's design space. */
export const kim2007: Reproduction = {
  name: NAME,
  summary:
    "SPF, Up/Down, several paths, dropping and multicast under video, best-effort and control traffic on irregular fabrics: Figures 7-10, claims C-004-1 to C-004-13.",
  citation: {
    key: NAME,
    authors: "E. J. Kim, K. H. Yum, C. R. Das, M. Yousif, J. Duato",
    title: "Exploring IBA design space for improved performance",
    venue:
      "IEEE Transactions on Parallel and Distributed Systems 18(4), 498-510",
    year: 2007,
    doi: "10.1109/TPDS.2007.1010",
  },
  module: taskModule(NAME),
  packages: PACKAGES,
  video: true,
  dataIs:
    "every run: case, seed, deadlines, and latency, deliveries and drops of each class",
  seeds: seedsOf,
  tasks,
  figures,
  claims,
  account,
  sample: SAMPLE as unknown as Json,
  data: (study) => ({ columns: COLUMNS, rows: rowsOf(study) }),
};
