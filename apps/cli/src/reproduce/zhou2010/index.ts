import type { Json } from "@fabriclab/spec";
import type { Reproduction, StudyOptions, StudyTask } from "../reproduction.ts";
import { SAMPLE } from "../run/record.ts";
import { taskModule } from "../task-module.ts";
import { account } from "./account.ts";
import { caseLabel, casesOf, PAPER_MESH, seedsOf, type Mesh } from "./cases.ts";
import { claims } from "./claims/claims.ts";
import { figures } from "./figures.ts";
import type { MeshRecord } from "./points.ts";
import { describeCase } from "./run/experiment.ts";
import type { TaskInput } from "./run/prepare.ts";

const NAME = "zhou2010";

/** Runs of a study: case by case, and within a case seed by seed. */
function tasksOn(mesh: Mesh, options: StudyOptions): StudyTask[] {
  return casesOf(options).flatMap((point) =>
    seedsOf(options).map((seed): StudyTask => {
      const input: TaskInput = { point, seed, mesh };
      return {
        label: caseLabel(point, seed),
        seed,
        experiment: describeCase(point, mesh),
        input: input as unknown as Json,
      };
    }),
  );
}

/** The study on any mesh; tests run small ones. */
export const zhou2010On = (mesh: Mesh): Reproduction => ({
  name: NAME,
  summary:
    "XY multicast against replicated unicast on a 16 x 16 mesh with 1, 2 and 4 virtual lanes: Figures 10-27, claims C-000-1 to C-000-8.",
  citation: {
    key: NAME,
    authors: "J. Zhou, S.-E. Liu, Y.-C. Chung",
    title:
      "A hardware supported multicast scheme based on XY routing for 2-D mesh InfiniBand networks",
    venue: "The Journal of Supercomputing",
    year: 2010,
  },
  module: taskModule(NAME),
  packages: [
    "@fabriclab/addressing-mesh-xy",
    "@fabriclab/fabric",
    "@fabriclab/hca-injector",
    "@fabriclab/kernel",
    "@fabriclab/metrics-completion",
    "@fabriclab/network",
    "@fabriclab/paths",
    "@fabriclab/routing-xy",
    "@fabriclab/sim",
    "@fabriclab/spec",
    "@fabriclab/switch-arbiters",
    "@fabriclab/switch-relay",
    "@fabriclab/switch-replication",
    "@fabriclab/tables-linear",
    "@fabriclab/tables-multicast-union",
    "@fabriclab/tables-service-lanes",
    "@fabriclab/topology-mesh",
    "@fabriclab/traffic-multicast-operation",
    "@fabriclab/units",
  ],
  seeds: seedsOf,
  tasks: (options) => tasksOn(mesh, options),
  figures,
  claims,
  account: (study) => account(study, mesh),
  sample: { ...SAMPLE, freeMakespanNs: 2, freeDeliveryNs: 2 },
  data: (study) => ({
    columns: [
      "reading",
      "sources",
      "group",
      "scheme",
      "lanes",
      "bytes",
      "seed",
      "makespanNs",
      "operationNs",
      "deliveryNs",
      "boundPackets",
      "boundNs",
      "freeMakespanNs",
      "freeDeliveryNs",
      "deliveries",
      "packetHops",
      "events",
    ],
    rows: study.tasks.map((task, index) => {
      const { point, seed } = task.input as unknown as TaskInput;
      const { reading, sources, group, scheme, lanes, size } = point;
      return {
        reading,
        // One source is written as a count of hosts, others as a share of them.
        sources: sources === 0 ? "one" : sources,
        group,
        scheme,
        lanes,
        bytes: size,
        seed,
        ...(study.results[index] as unknown as MeshRecord),
      };
    }),
  }),
});

/** Figures 10 to 27 and the eight statements of the mesh multicast paper. */
export const zhou2010: Reproduction = zhou2010On(PAPER_MESH);
