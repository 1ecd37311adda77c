import type { Json } from "@fabriclab/spec";
import type { Reproduction, StudyOptions, StudyTask } from "../reproduction.ts";
import { SAMPLE, type RunRecord } from "../run/record.ts";
import { taskModule } from "../task-module.ts";
import { account } from "./account.ts";
import { caseLabel, casesOf, PAPER_TREE, seedsOf, type Tree } from "./cases.ts";
import { claims } from "./claims/claims.ts";
import { figures } from "./figures.ts";
import { describeCase } from "./run/experiment.ts";
import type { TaskInput } from "./run/prepare.ts";

const NAME = "zhou2007";

/** Runs of a study: case by case, and within a case seed by seed. */
function tasksOn(tree: Tree, options: StudyOptions): StudyTask[] {
  return casesOf(options).flatMap((point) =>
    seedsOf(options).map((seed): StudyTask => {
      const input: TaskInput = { point, seed, tree };
      return {
        label: caseLabel(point, seed),
        seed,
        experiment: describeCase(point, tree),
        input: input as unknown as Json,
      };
    }),
  );
}

/** The study on any m-port n-tree; tests run small ones. */
export const zhou2007On = (tree: Tree): Reproduction => ({
  name: NAME,
  summary:
    "Cyclic multicast against OpenSM's spanning tree and unicast on an 8-port 3-tree: Figures 8-17, claims C-001-1 to C-001-8.",
  citation: {
    key: NAME,
    authors: "J. Zhou, X.-Y. Lin, Y.-C. Chung",
    title: "Hardware supported multicast in fat-tree-based InfiniBand networks",
    venue: "The Journal of Supercomputing 40(3), 333-352",
    year: 2007,
  },
  module: taskModule(NAME),
  packages: [
    "@fabriclab/addressing-multiple-lid",
    "@fabriclab/fabric",
    "@fabriclab/hca-injector",
    "@fabriclab/kernel",
    "@fabriclab/metrics-completion",
    "@fabriclab/network",
    "@fabriclab/paths",
    "@fabriclab/routing-cyclic",
    "@fabriclab/sim",
    "@fabriclab/spec",
    "@fabriclab/switch-arbiters",
    "@fabriclab/switch-relay",
    "@fabriclab/switch-replication",
    "@fabriclab/tables-linear",
    "@fabriclab/tables-multicast-spanning-tree",
    "@fabriclab/tables-multicast-union",
    "@fabriclab/topology-fat-tree",
    "@fabriclab/traffic-multicast-operation",
    "@fabriclab/units",
  ],
  seeds: seedsOf,
  tasks: (options) => tasksOn(tree, options),
  figures,
  claims,
  account: (study) => account(study, tree),
  sample: { ...SAMPLE },
  data: (study) => ({
    columns: [
      "mode",
      "sources",
      "group",
      "scheme",
      "bytes",
      "seed",
      "makespanNs",
      "operationNs",
      "deliveryNs",
      "boundPackets",
      "boundNs",
      "deliveries",
      "packetHops",
      "events",
    ],
    rows: study.tasks.map((task, index) => {
      const { point, seed } = task.input as unknown as TaskInput;
      const { mode, sources, group, scheme, size } = point;
      return {
        mode,
        // One source is written as a count of hosts, others as a share of them.
        sources: sources === 0 ? "one" : sources,
        group,
        scheme,
        bytes: size,
        seed,
        ...(study.results[index] as unknown as RunRecord),
      };
    }),
  }),
});

/** Figures 8 to 17 and the eight statements of the fat-tree multicast paper. */
export const zhou2007: Reproduction = zhou2007On(PAPER_TREE);
