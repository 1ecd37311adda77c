import {
  choiceParam,
  defineAddressing,
  defineArbiter,
  defineFinishedTables,
  defineHca,
  defineLaneScheduler,
  defineMetric,
  defineLaneTables,
  defineMulticastTables,
  definePattern,
  defineReplication,
  defineSelect,
  defineDrop,
  defineRouting,
  defineSwitch,
  defineTopology,
  defineTraffic,
  defineUnicastTables,
  FabricError,
  intParam,
  nameParam,
  numberParam,
  sizeParam,
} from "@fabriclab/spec";
import { z } from "zod";
import type { AnyPlugin, Registry } from "../src/index.ts";

const base = {
  summary: "A plugin for tests.",
  cites: [],
  params: z.object({}),
};
const never = (): never => {
  throw new Error("a parser must not run a plugin");
};
const routingClaims = {
  fabrics: "any",
  minimal: true,
  deadlockFree: false,
  adaptive: false,
  toleratesFaults: false,
} as const;

/** Plugins that have parameters but do nothing: a parser must not need them to. */
export const registry = {
  topology: [
    defineTopology({
      ...base,
      name: "fat-tree",
      params: z.object({
        ports: intParam({ min: 2, max: 254, default: 8 }).describe("Ports."),
        levels: intParam({ min: 1, max: 8, default: 3 }).describe("Levels."),
      }),
      claims: { switches: () => 0, hosts: () => 0, links: () => 0 },
      build: () => {
        throw new FabricError({
          code: "E_FAT_TREE_ODD_PORTS",
          message: "A fat tree needs an even number of ports.",
        });
      },
    }),
    defineTopology({
      ...base,
      name: "mesh",
      params: z.object({
        columns: intParam({ min: 1, default: 4 }),
        rows: intParam({ min: 1, default: 4 }),
      }),
      claims: { switches: () => 0, hosts: () => 0, links: () => 0 },
      build: never,
    }),
  ],
  addressing: [
    defineAddressing({
      ...base,
      name: "sequential",
      claims: { fabrics: "any", aligned: true },
      assign: never,
    }),
    defineAddressing({
      ...base,
      name: "multiple-lid",
      params: z.object({ base: choiceParam(["iba", "paper"], "iba") }),
      claims: { fabrics: "fat trees", aligned: true },
      assign: never,
    }),
  ],
  routing: [
    defineRouting({
      ...base,
      name: "cyclic",
      defaultAddressing: "multiple-lid",
      claims: routingClaims,
      create: never,
    }),
    defineRouting({
      ...base,
      name: "torus-xy",
      defaultLanes: "dateline-lanes",
      claims: routingClaims,
      create: never,
    }),
    defineRouting({
      ...base,
      name: "multipath",
      defaultTables: "path-bit-table",
      claims: routingClaims,
      create: never,
    }),
    defineRouting({
      ...base,
      name: "xy",
      claims: routingClaims,
      create: never,
    }),
  ],
  tables: [
    defineUnicastTables({
      ...base,
      name: "linear",
      claims: {},
      build: never,
    }),
    defineUnicastTables({
      ...base,
      name: "path-bit-table",
      params: z.object({ merge: intParam({ min: 0, default: 1 }) }),
      claims: {},
      build: never,
    }),
    defineFinishedTables({
      ...base,
      name: "dump",
      params: z.object({ path: nameParam() }),
      claims: {},
      read: () => {
        throw new FabricError({
          code: "E_CLI_TABLES_FOLDER",
          message: "The folder of tables cannot be read.",
          where: { path: "tables.path" },
        });
      },
    }),
    defineLaneTables({
      ...base,
      name: "dateline-lanes",
      params: z.object({ classes: intParam({ min: 1, default: 1 }) }),
      claims: {},
      build: never,
    }),
    defineMulticastTables({
      ...base,
      name: "multicast-union",
      claims: {},
      build: never,
    }),
    defineMulticastTables({
      ...base,
      name: "multicast-spanning-tree",
      claims: {},
      build: never,
    }),
  ],
  switch: [
    defineSwitch({
      ...base,
      name: "relay",
      params: z.object({
        virtualLanes: intParam({ min: 1, max: 15, default: 1 }),
      }),
      claims: { zeroLoad: () => 0, inOrder: true, lossless: true },
      build: never,
    }),
    defineSwitch({
      ...base,
      name: "iba",
      defaultLaneScheduler: "vl-arbitration",
      claims: { zeroLoad: () => 0, inOrder: true, lossless: true },
      build: never,
    }),
  ],
  arbiter: ["round-robin", "matrix"].map((name) =>
    defineArbiter({ ...base, name, claims: { fair: true }, build: never }),
  ),
  "lane-scheduler": [
    defineLaneScheduler({
      ...base,
      name: "round-robin",
      claims: { fair: true },
      build: never,
    }),
    defineLaneScheduler({
      ...base,
      name: "vl-arbitration",
      params: z.object({ limit: intParam({ min: 0, default: 0 }) }),
      claims: { fair: true },
      build: never,
    }),
  ],
  replication: [
    defineReplication({
      ...base,
      name: "asynchronous",
      claims: { deadlockFree: true },
      build: never,
    }),
  ],
  select: [
    defineSelect({
      ...base,
      name: "least-used",
      params: z.object({ afterHops: intParam({ min: 1, default: 8 }) }),
      claims: { livelockFree: true },
      build: never,
    }),
  ],
  drop: [
    defineDrop({
      ...base,
      name: "lifetime",
      claims: { selective: false },
      build: never,
    }),
  ],
  hca: [
    defineHca({
      ...base,
      name: "injector",
      claims: { inOrder: true },
      build: never,
    }),
  ],
  traffic: [
    defineTraffic({
      ...base,
      name: "poisson",
      params: z.object({
        load: numberParam({ min: 0, max: 2, default: 0.5 }),
        size: sizeParam("256B"),
        pattern: z
          .union([nameParam(), z.looseObject({ kind: nameParam() })])
          .default("uniform"),
      }),
      claims: { loop: "open", finite: false },
      withoutEffect: ({ load }): Record<string, string> =>
        load === 0 ? { size: "with `load: 0` there are no messages" } : {},
      groups: never,
      create: never,
    }),
    defineTraffic({
      ...base,
      name: "multicast-operation",
      params: z.object({ size: sizeParam("256B") }),
      claims: { loop: "open", finite: true },
      groups: never,
      create: never,
    }),
  ],
  pattern: [
    definePattern({
      ...base,
      name: "uniform",
      claims: { permutation: false },
      create: never,
    }),
    definePattern({
      ...base,
      name: "shift",
      params: z.object({ by: intParam({ min: 1, default: 1 }) }),
      claims: { permutation: true },
      create: never,
    }),
  ],
  metric: ["latency", "throughput"].map((name) =>
    defineMetric({ ...base, name, claims: { unit: "ns" }, create: never }),
  ),
} as unknown as Registry & Readonly<Record<string, readonly AnyPlugin[]>>;

/** The scenario of the README. */
export const whole = `topology: { kind: fat-tree, ports: 8, levels: 3 }
addressing: multiple-lid
routing: cyclic
switch: { kind: relay, virtualLanes: 1 }
link: { byteTime: 4ns, flight: 20ns }
traffic:
  - { kind: poisson, load: 0.3, size: 256B, pattern: uniform }
metrics: [latency, throughput]
measure: { warmup: auto, precision: 0.05, confidence: 0.95 }
seed: 1
`;
