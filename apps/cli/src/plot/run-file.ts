import type {
  PlotMetric,
  PlotPoint,
  PlotValue,
} from "@fabriclab/experiment-plot";
import type { RunStatus } from "@fabriclab/sim";
import { excerpt, FabricError } from "@fabriclab/spec";
import { z } from "zod";
import { isFabric } from "../fabric-formats.ts";
import { readText } from "../read-text.ts";
import { shellWord } from "../shell-word.ts";
import type { SummaryMetric } from "./plot-source.ts";
import { summariesOf } from "./summaries.ts";

/** What `plot` draws, for messages. */
export const EXPECTED =
  "a folder that `fabriclab sweep` wrote, or a file that `fabriclab run -o` wrote";

const STATUSES = {
  finished: "finished",
  converged: "converged",
  saturated: "saturated",
  limit: "limit",
  deadlocked: "deadlocked",
} as const satisfies { readonly [S in RunStatus]: S };

// The messages are what is expected there.
const text = z.string("a text");
const number = z.number("a number, or null where there is none").nullable();
const percentile = z
  .string()
  .regex(/^\d+(\.\d+)?$/)
  .refine((key) => Number(key) <= 100);

const metricValue = z.looseObject(
  {
    value: number,
    unit: text,
    ci95: z
      .number("a half-width: a number from 0 on")
      .min(0, "a half-width: a number from 0 on")
      .nullish(),
    percentiles: z
      .record(percentile, number, {
        error: "values of percentiles, 0 to 100, by their numbers",
      })
      .optional(),
    detail: z.record(z.string(), number, "numbers by their names").optional(),
    absent: text.optional(),
  },
  "a value with its unit",
);

/** What of a run's result is drawn; whatever else it says is not looked at. */
const runFile = z.looseObject({
  experiment: text,
  confidence: z.number("the level of intervals: between 0 and 1").optional(),
  status: z.enum(
    STATUSES,
    `how a run ended: ${Object.keys(STATUSES).join(", ")}`,
  ),
  saturated: z
    .array(number, "indices of traffic that the network does not take")
    .optional(),
  metrics: z.record(z.string(), metricValue, "values by their metrics' names"),
});

/** What tells a run's result from other JSON. */
const NEEDED = ["experiment", "status", "metrics"];

type RunFile = z.infer<typeof runFile>;
type Places = Readonly<Record<string, number>>;

/** A run, as it is drawn. */
export interface DrawnRun {
  readonly experiment: string;
  readonly metrics: readonly PlotMetric[];
  readonly summaries: readonly SummaryMetric[];
  readonly point: PlotPoint & {
    readonly places: Readonly<Record<string, Places>>;
    readonly summaries: Readonly<Record<string, PlotValue>>;
  };
}

/** A port: its node's name and its number. */
const PORT = /:\d+$/;

/**
 * The result that `run -o` wrote into a file.
 *
 * @throws FabricError `E_CLI_UNREADABLE_FILE`, `E_CLI_PLOT_SOURCE` for a file that is no result
 */
export function readRun(file: string): DrawnRun {
  const run = parsed(file);
  const all = Object.entries(run.metrics);
  const summaries = all.flatMap(([name, value]) =>
    summariesOf(name, value.unit, {
      percentiles: numbersOf(value.percentiles ?? {}),
      detail: numbersOf(value.detail ?? {}),
    }),
  );
  return {
    experiment: run.experiment,
    metrics: all.map(([name, { unit }]) => ({ name, unit })),
    summaries: summaries.map(({ metric }) => metric),
    point: {
      factors: {},
      ...(run.confidence === undefined ? {} : { confidence: run.confidence }),
      status: run.status,
      ...((run.saturated ?? []).length > 0 ? { partly: true as const } : {}),
      metrics: Object.fromEntries(
        all.map(([name, value]) => [name, drawnValue(value)]),
      ),
      summaries: Object.fromEntries(
        summaries.map(({ metric, value }) => [metric.name, { mean: value }]),
      ),
      places: Object.fromEntries(
        all.flatMap(([name, { detail = {} }]) => {
          const places = numbersOf(detail, (key) => PORT.test(key));
          return Object.keys(places).length === 0 ? [] : [[name, places]];
        }),
      ),
    },
  };
}

const drawnValue = ({
  value,
  ci95,
  percentiles,
  absent,
}: RunFile["metrics"][string]): PlotValue => ({
  mean: value ?? Number.NaN,
  ...(typeof ci95 === "number" ? { ci95 } : {}),
  ...(percentiles === undefined ? {} : { percentiles: numbersOf(percentiles) }),
  ...(absent === undefined ? {} : { absent }),
});

const numbersOf = (
  values: Readonly<Record<string, number | null>>,
  wanted: (key: string) => boolean = () => true,
): Record<string, number> =>
  Object.fromEntries(
    Object.entries(values).filter(
      (entry): entry is [string, number] =>
        entry[1] !== null && wanted(entry[0]),
    ),
  );

function parsed(file: string): RunFile {
  const content = readText(file);
  let found: unknown;
  try {
    found = JSON.parse(content);
  } catch (error) {
    throw noResult(file, content, "no JSON", error);
  }
  if (
    typeof found !== "object" ||
    found === null ||
    !NEEDED.every((key) => key in found)
  )
    throw noResult(
      file,
      content,
      "JSON without experiment, status and metrics",
    );
  const checked = runFile.safeParse(found);
  if (checked.success) return checked.data;
  const [issue] = checked.error.issues;
  const path = issue?.path ?? [];
  throw new FabricError({
    code: "E_CLI_PLOT_SOURCE",
    message: `${file} holds what no run writes.`,
    where: { file, path: pathOf(path) },
    got: excerpt(JSON.stringify(valueAt(found, path)) ?? "nothing"),
    expected: issue?.message ?? EXPECTED,
    hint: "run the experiment again with `fabriclab run -o`",
  });
}

/** `metrics["latency.sl0"].value`: names of metrics have dots of their own. */
const pathOf = (path: readonly PropertyKey[]): string =>
  path
    .map(String)
    .map((key, at) =>
      /^\w+$/.test(key)
        ? `${at === 0 ? "" : "."}${key}`
        : `[${JSON.stringify(key)}]`,
    )
    .join("");

const valueAt = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (here, key) =>
      typeof here === "object" && here !== null
        ? (here as Readonly<Record<PropertyKey, unknown>>)[key]
        : undefined,
    value,
  );

function noResult(
  file: string,
  content: string,
  got: string,
  cause?: unknown,
): FabricError {
  return new FabricError({
    code: "E_CLI_PLOT_SOURCE",
    message: `${file} holds no result that can be drawn.`,
    where: { file },
    got,
    expected: EXPECTED,
    // What else it may be, for which another command is meant.
    ...(isFabric(content, file)
      ? {
          hint: `it is a fabric: \`fabriclab view ${shellWord(file)}\` draws it, and --kind map --fabric ${shellWord(file)} the results that were simulated on it`,
        }
      : {}),
    ...(cause === undefined ? {} : { cause }),
  });
}
