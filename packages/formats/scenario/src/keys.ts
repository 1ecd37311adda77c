import {
  DEFAULT_PLUGINS,
  flagParam,
  flightParam,
  intParam,
  loadParam,
  refuseParam,
  timeParam,
  type PluginKind,
} from "@fabriclab/spec";
import { z } from "zod";
import { MAX_SEED } from "./max-seed.ts";

/** A key of a scenario that names plugins. */
export interface PluginKey {
  readonly key: string;
  readonly kind: PluginKind;
  /** `one` plugin or a `list` of them. */
  readonly many: boolean;
  /** What an absent key means; undefined = see `doc`. */
  readonly byDefault?: string;
  readonly required: boolean;
  readonly doc: string;
  /** For the family `tables`: which sort of tables. */
  readonly makes?: "unicast" | "multicast" | "lanes";
  /** Takes finished tables, too. */
  readonly finished?: true;
}

/** The keys of a scenario that name plugins, in the order in which they are documented and echoed. */
export const pluginKeys = [
  {
    key: "topology",
    kind: "topology",
    many: false,
    required: true,
    doc: "The fabric: a generated one, or `{ kind: file, path: net.topo }`.",
  },
  {
    key: "addressing",
    kind: "addressing",
    many: false,
    required: false,
    doc: `Who gets which LIDs. Default: the addressing that the routing is made for, else ${DEFAULT_PLUGINS.addressing}.`,
  },
  {
    key: "routing",
    kind: "routing",
    many: false,
    required: true,
    doc: "How paths are chosen. Not with finished tables.",
  },
  {
    key: "tables",
    kind: "tables",
    makes: "unicast",
    finished: true,
    many: false,
    required: false,
    doc: `How paths become linear forwarding tables. Default: the builder that the routing is made for, else ${DEFAULT_PLUGINS.tables}. Or finished tables, which take the place of addressing, routing, multicast and lanes: \`{ kind: dump, path: tables/ }\`.`,
  },
  {
    key: "multicast",
    kind: "tables",
    makes: "multicast",
    many: false,
    required: false,
    byDefault: DEFAULT_PLUGINS.multicast,
    doc: "How multicast forwarding tables are made, where traffic has groups. The prefix `multicast-` may be left out.",
  },
  {
    key: "lanes",
    kind: "tables",
    makes: "lanes",
    many: false,
    required: false,
    doc: "How SL2VL and VL arbitration tables are made. Default: the lane tables that the routing is made for, if any; else as the unicast tables say, else packets stay on their lane.",
  },
  {
    key: "switch",
    kind: "switch",
    many: false,
    required: false,
    byDefault: DEFAULT_PLUGINS.switch,
    doc: "The switch model.",
  },
  {
    key: "arbiter",
    kind: "arbiter",
    many: false,
    required: false,
    byDefault: DEFAULT_PLUGINS.arbiter,
    doc: "Who of several inputs gets an output.",
  },
  {
    key: "laneScheduler",
    kind: "lane-scheduler",
    many: false,
    required: false,
    doc: `Chooses the virtual lane that a link serves next. Default: the one that the switch is made for, else ${DEFAULT_PLUGINS.laneScheduler}.`,
  },
  {
    key: "crossbarScheduler",
    kind: "lane-scheduler",
    many: false,
    required: false,
    doc: "Chooses the virtual lane that crosses to an output next, for switches that take one (iba with output buffers). Default: lanes in turn, a packet each.",
  },
  {
    key: "replication",
    kind: "replication",
    many: false,
    required: false,
    byDefault: DEFAULT_PLUGINS.replication,
    doc: "How a switch copies multicast packets.",
  },
  {
    key: "select",
    kind: "select",
    many: false,
    required: false,
    doc: "Which of several ports a packet takes, where the tables offer several. Default: the forwarding table's port.",
  },
  {
    key: "drop",
    kind: "drop",
    many: false,
    required: false,
    doc: "When a packet that waits is discarded. Default: never.",
  },
  {
    key: "hca",
    kind: "hca",
    many: false,
    required: false,
    byDefault: DEFAULT_PLUGINS.hca,
    doc: "The host adapter.",
  },
  {
    key: "traffic",
    kind: "traffic",
    many: true,
    required: true,
    doc: "Who sends what to whom; one entry or a list. With `name: video` results and messages call an entry so, instead of by its index.",
  },
  {
    key: "metrics",
    kind: "metric",
    many: true,
    required: false,
    byDefault: DEFAULT_PLUGINS.metrics.join(", "),
    doc: "What is measured; one entry or a list.",
  },
] as const satisfies readonly PluginKey[];

/** The keys that finished tables take the place of. */
export const designKeys = [
  "addressing",
  "routing",
  "multicast",
  "lanes",
] as const satisfies readonly PluginKeyName[];

export type PluginKeyName = (typeof pluginKeys)[number]["key"];

/** The keys that hold plain values. */
export const plainKeys = z.object({
  name: z
    .string()
    .min(1)
    .optional()
    .describe("Name of the experiment. Default: the file's name."),
  seed: intParam({ min: 0, max: MAX_SEED, default: 1 }).describe(
    "Seed of every random stream.",
  ),
  seeds: intParam({ min: 1, max: 10_000, default: 1 }).describe(
    "Independent replications, with the seeds seed, seed+1, …; their results are pooled.",
  ),
  threads: intParam({ min: 1, max: 256, default: 1 }).describe(
    "Worker threads of one run; the result is the same for any number.",
  ),
  checked: flagParam(false).describe(
    "Check the engine's invariants while running (slower).",
  ),
  output: z
    .string()
    .min(1)
    .optional()
    .describe("File to which the result is also written as JSON."),
});

const MIX = "a part for each entry of traffic, such as 70:30";
const PARTS = /^\s*\d*\.?\d+\s*(?::\s*\d*\.?\d+\s*)*$/;

/** `offered`: what all entries of traffic offer together, and how they share it. */
export const offeredKeys = z.object({
  load: loadParam("E_SCENARIO_OFFERED").describe(
    "Offered load of all these entries together, as a fraction of the host link's data rate.",
  ),
  mix: z
    // Why quotes: under `%YAML 1.1`, 70:30 is the number 4230.
    .string({
      error: `${MIX}, in quotes: "70:30" (YAML 1.1 reads it as a number without them)`,
    })
    .superRefine((value, context) => {
      if (PARTS.test(value) && partsOf(value).every((part) => part > 0)) return;
      refuseParam(context, value, {
        code: "E_SCENARIO_MIX",
        message: "A mix is a ratio of numbers above 0",
        got: value === "" ? '""' : value,
        expected: MIX,
        ...(PARTS.test(value)
          ? {
              hint: "an entry that offers nothing is taken out of traffic instead",
            }
          : {}),
      });
    })
    .optional()
    .describe(
      "How the entries share it, in their order, such as 70:30. One entry alone needs none.",
    )
    .meta({ unit: "ratio" }),
});

/** The parts of a mix such as `70:30`. */
export const partsOf = (mix: string): number[] => mix.split(":").map(Number);

/** `link`: replaces what the fabric's links say, for every link. */
export const linkKeys = z.object({
  byteTime: timeParam()
    .refine((time) => time > 0, "a time above 0, such as 4ns")
    .optional()
    .describe("Time of one byte on a link, such as 4ns (2 Gb/s)."),
  flight: flightParam()
    .optional()
    .describe(
      "Time of flight of a link, as a time or as a length at 5 ns per metre.",
    ),
});

const SHARE = "a share above 0 and below 1, such as 0.05 for 5 %";
const LEVEL = "a share above 0.5 and below 1, such as 0.95 for 95 %";

/** `measure`: what to leave out and when to stop. Traffic that ends by itself is measured whole. */
export const measureKeys = z.object({
  warmup: z
    .union([z.literal("auto"), timeParam()], {
      error:
        "auto, or a time with its unit such as 10us, less than measure.maxTime",
    })
    .default("auto")
    .describe(
      "Time to leave out at the beginning; auto = MSER-5 on the latency series. Traffic that ends by itself has none.",
    )
    .meta({ unit: "time or auto" }),
  precision: z
    .number({ error: SHARE })
    .gt(0, { error: SHARE })
    .lt(1, { error: SHARE })
    .default(0.05)
    .describe(
      "Relative half-width of the confidence interval of the mean latency at which a run may stop.",
    )
    .meta({ unit: "1" }),
  confidence: z
    .number({ error: LEVEL })
    .gt(0.5, { error: LEVEL })
    .lt(1, { error: LEVEL })
    .default(0.95)
    .describe("Level of the confidence intervals.")
    .meta({ unit: "1" }),
  minTime: timeParam()
    .optional()
    .describe(
      "Simulated time that is measured at least, after the warm-up, before a run may stop by itself, converged or saturated: for shares and rates that settle later than the mean latency. Not for traffic that ends by itself. Default: none.",
    ),
  maxTime: timeParam("100ms").describe(
    "Simulated time after which a run that has not converged stops; traffic that ends by itself, only where this is written.",
  ),
  maxPackets: intParam({ min: 1, default: 10_000_000 }).describe(
    "Delivered packets after which a run that has not converged stops; traffic that ends by itself, only where this is written.",
  ),
});

/** Every key that may stand at the top of a scenario. */
export const topKeys: readonly string[] = [
  "name",
  ...pluginKeys.map(({ key }) => key),
  "offered",
  "link",
  "changes",
  "measure",
  "seed",
  "seeds",
  "threads",
  "checked",
  "output",
];
