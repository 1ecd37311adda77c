import { isWord } from "./metric-columns.ts";
import type { ResultColumn, ResultRow } from "./results.ts";
import type { RecordedMetric, RunRecord } from "./run-record.ts";

/**
 * Which columns the metrics of each run fill, in the order of the run's own record.
 *
 * Why: the columns of a file are those of all its runs together, so that neither their order nor an empty cell tells what one run had; and runs that go into
 * another file must make the columns there that they would have made at once.
 */
export interface RecordShapes {
  /** Places among the file's columns. */
  readonly shapes: readonly (readonly number[])[];
  /** Of each row, which of `shapes`; null where its record is not all in the columns. */
  readonly of: readonly (number | null)[];
}

/** Places of a metric's columns, by what they hold. */
type Slots = ReadonlyMap<string, number>;

/**
 * The shapes of the runs of a file; undefined where each fills all columns of metrics in their order, as nearly always.
 *
 * O(runs · columns).
 */
export function shapesOf(
  columns: readonly ResultColumn[],
  runs: readonly RunRecord[],
): RecordShapes | undefined {
  const slots = slotsOf(columns);
  const known = new Map<string, number>();
  const shapes: (readonly number[])[] = [];
  const of = runs.map((run) => {
    const shape = shapeOf(run, columns, slots);
    if (shape === undefined) return null;
    const text = shape.join();
    let at = known.get(text);
    if (at === undefined) {
      at = shapes.push(shape) - 1;
      known.set(text, at);
    }
    return at;
  });
  const whole = wholeShape(columns).join();
  const isPlain = of.every((at) => at !== null && shapes[at]?.join() === whole);
  return isPlain ? undefined : { shapes, of };
}

/**
 * The records of a file's rows, as far as its columns depend on them: notes of values, and why there is none, are in no column.
 *
 * @returns undefined for a row that does not hold all of its record
 */
export function recordsOf({
  columns,
  rows,
  factors,
  shapes,
}: {
  readonly columns: readonly ResultColumn[];
  readonly rows: readonly ResultRow[];
  readonly factors: readonly { readonly column: string }[];
  readonly shapes?: RecordShapes;
}): (RunRecord | undefined)[] {
  const whole = wholeShape(columns);
  const bases = basesOf(columns);
  return rows.map((row, at) => {
    const which = shapes === undefined ? undefined : shapes.of[at];
    const shape = which === undefined ? whole : shapes?.shapes[which ?? -1];
    return shape === undefined
      ? undefined
      : recordOf(
          row,
          factors.map(({ column }) => column),
          metricsIn(row, columns, shape, bases),
        );
  });
}

const wholeShape = (columns: readonly ResultColumn[]): number[] =>
  columns.flatMap(({ metric }, at) => (metric === undefined ? [] : [at]));

/** Metric -> name of the column of its value, with which the names of the others begin. */
const basesOf = (columns: readonly ResultColumn[]): Map<string, string> =>
  new Map(
    columns.flatMap(({ role, metric, name }) =>
      role === "metric" && metric !== undefined ? [[metric, name]] : [],
    ),
  );

/** The key of a number beside a metric. */
const keyIn = (
  { key, name, metric = "" }: ResultColumn,
  bases: ReadonlyMap<string, string>,
): string => key ?? name.slice((bases.get(metric) ?? "").length + 1);

/** What a column of a metric holds. */
const slotIn = (
  column: ResultColumn,
  bases: ReadonlyMap<string, string>,
): string =>
  column.role === "percentile"
    ? `percentile ${column.percentile}`
    : column.role === "detail"
      ? `detail ${keyIn(column, bases)}`
      : column.role;

function slotsOf(columns: readonly ResultColumn[]): Map<string, Slots> {
  const bases = basesOf(columns);
  const all = new Map<string, Map<string, number>>();
  for (const [at, column] of columns.entries()) {
    if (column.metric === undefined) continue;
    const own = all.get(column.metric) ?? new Map<string, number>();
    all.set(column.metric, own.set(slotIn(column, bases), at));
  }
  return all;
}

/** Undefined where something has no column, as another has its name. */
function shapeOf(
  { metrics = {} }: RunRecord,
  columns: readonly ResultColumn[],
  slots: ReadonlyMap<string, Slots>,
): number[] | undefined {
  const shape: number[] = [];
  for (const [metric, value] of Object.entries(metrics)) {
    const own = slots.get(metric);
    for (const slot of filledBy(value)) {
      const at = own?.get(slot);
      if (at === undefined) return undefined;
      if (slot === "metric" && columns[at]?.unit !== value.unit)
        return undefined;
      shape.push(at);
    }
  }
  return shape;
}

function filledBy(value: RecordedMetric): string[] {
  const details = Object.keys(value.detail ?? {});
  return [
    "metric",
    ...(value.ci95 === undefined ? [] : ["interval"]),
    ...Object.keys(value.percentiles ?? {}).map((key) => `percentile ${key}`),
    ...(value.histogram === undefined ? [] : ["histogram"]),
    ...details.filter(isWord).map((key) => `detail ${key}`),
    ...(details.every(isWord) ? [] : ["places"]),
  ];
}

type Cell = ResultRow[string];
type Writable<T> = { -readonly [K in keyof T]: T[K] };

function metricsIn(
  row: ResultRow,
  columns: readonly ResultColumn[],
  shape: readonly number[],
  bases: ReadonlyMap<string, string>,
): Record<string, RecordedMetric> {
  const metrics: Record<string, Writable<RecordedMetric>> = {};
  for (const at of shape) {
    const column = columns[at];
    if (column?.metric === undefined) continue;
    const { metric, role, unit, percentile } = column;
    const cell = row[column.name] ?? null;
    // Why the cast: a number that there is not is null in what crossed a journal, too.
    const number = cell as number;
    const own = (metrics[metric] ??= { value: null, unit });
    if (role === "metric") own.value = number;
    else if (role === "interval") own.ci95 = number;
    else if (role === "percentile")
      own.percentiles = { ...own.percentiles, [String(percentile)]: number };
    else if (role === "detail")
      own.detail = { ...own.detail, [keyIn(column, bases)]: number };
    else if (role === "histogram")
      own.histogram = JSON.parse(String(cell)) as NonNullable<
        RecordedMetric["histogram"]
      >;
    else
      own.detail = {
        ...own.detail,
        ...(JSON.parse(String(cell)) as Record<string, number>),
      };
  }
  return metrics;
}

function recordOf(
  row: ResultRow,
  factors: readonly string[],
  metrics: Readonly<Record<string, RecordedMetric>>,
): RunRecord {
  const number = (name: string): number => row[name] as number;
  const text = (name: string): string => row[name] as string;
  const has = (name: string): boolean => isThere(row[name]);
  return {
    point: number("point"),
    seed: number("seed"),
    stage: text("stage"),
    key: text("key"),
    factors: Object.fromEntries(
      factors.flatMap((column) => {
        const value = row[column];
        return isThere(value) ? [[column, value]] : [];
      }),
    ),
    status: text("status"),
    ...(has("verdict") ? { verdict: text("verdict") } : {}),
    ...(has("saturated") ? { saturated: text("saturated") } : {}),
    ...(has("error") ? { error: text("error") } : {}),
    ...(has("confidence") ? { confidence: number("confidence") } : {}),
    ...(has("simulated_ps") ? { simulatedPs: number("simulated_ps") } : {}),
    ...(has("warmup_ps") ? { warmupPs: number("warmup_ps") } : {}),
    ...(has("packets_injected")
      ? {
          packets: {
            injected: number("packets_injected"),
            delivered: number("packets_delivered"),
            dropped: number("packets_dropped"),
            inFlight: number("packets_in_flight"),
          },
        }
      : {}),
    ...(has("events") ? { events: number("events") } : {}),
    ...(has("packet_hops") ? { packetHops: number("packet_hops") } : {}),
    ...(has("events") ? { metrics } : {}),
  };
}

const isThere = (cell: Cell | undefined): cell is number | string =>
  cell !== null && cell !== undefined;
