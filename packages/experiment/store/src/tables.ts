import { parquetWriteBuffer } from "hyparquet-writer";
import { pointsOf } from "./points-of.ts";
import type {
  ColumnType,
  ResultColumn,
  ResultRow,
  Results,
} from "./results.ts";

/** Columns and rows, as a file or a database takes them. */
export interface ResultTable {
  readonly columns: readonly ResultColumn[];
  readonly rows: readonly ResultRow[];
}

/**
 * The points of a sweep as a table, a row each: factors, status, number of runs; of every metric the mean, its interval over the runs,
 * the means of the runs' percentiles, and how many single values they are of.
 */
export function pointsTable(results: Results): ResultTable {
  const { columns, metrics } = results;
  const named = (name: string): ResultColumn[] =>
    columns.filter((column) => column.name === name);
  const table: ResultColumn[] = [
    ...named("experiment"),
    ...named("point"),
    ...named("stage"),
    ...columns.filter(({ role }) => role === "factor"),
    {
      ...named("status")[0]!,
      description: "The gravest status of the point's runs.",
    },
    {
      name: "runs",
      type: "INT32",
      unit: "runs",
      description: "Runs of the point, one per seed.",
      role: "run",
    },
    {
      name: "saturated",
      type: "INT32",
      unit: "runs",
      description:
        "Those that are saturated, as a whole or in some of their endless traffic.",
      role: "run",
    },
    {
      name: "confidence",
      type: "DOUBLE",
      unit: "",
      description: "Level of the intervals.",
      role: "run",
    },
    ...metrics.flatMap(
      ({ name, column, unit, percentiles, count }): ResultColumn[] => [
        {
          name: column,
          type: "DOUBLE",
          unit,
          description: `${name}: mean over the point's runs; empty where a run has none.`,
          role: "metric",
          metric: name,
        },
        {
          name: `${column}_ci95`,
          type: "DOUBLE",
          unit,
          description: `${name}: half-width of the interval of that mean, over the runs, or within the only one.`,
          role: "interval",
          metric: name,
        },
        ...percentiles.flatMap(({ percentile, column: of }) =>
          named(of).map((one) => ({
            ...one,
            description: `${name}: mean over the point's runs of each run's percentile ${percentile}.`,
          })),
        ),
        ...named(count ?? "").map((one) => ({
          ...one,
          description: `${name}: how many single values the point's runs have together; percentiles of few say little.`,
        })),
      ],
    ),
  ];
  const rows = pointsOf(results).map((point): ResultRow => {
    const row: Record<string, number | string | null> = {
      experiment: results.experiment,
      point: point.point,
      stage: point.stage,
      status: point.status,
      runs: point.seeds.length,
      saturated: point.saturated,
      confidence: point.confidence ?? null,
    };
    for (const { name, column } of results.factors)
      row[column] = point.factors[name] ?? null;
    for (const { name, column, percentiles, count } of metrics) {
      const metric = point.metrics[name];
      if (metric === undefined) continue;
      row[column] = Number.isFinite(metric.mean) ? metric.mean : null;
      row[`${column}_ci95`] = metric.ci95 ?? null;
      for (const one of percentiles)
        row[one.column] = metric.percentiles[String(one.percentile)] ?? null;
      if (count !== undefined) row[count] = metric.count ?? null;
    }
    return row;
  });
  return { columns: table, rows };
}

/** What the columns of a result folder mean, as a table. */
export function columnsTable({ columns }: Results): ResultTable {
  const text = (name: string, description: string): ResultColumn => ({
    name,
    type: "STRING",
    unit: "",
    description,
    role: "run",
  });
  return {
    columns: [
      text("name", "Name of the column."),
      text("unit", "Its unit."),
      text("description", "What it is."),
      text("role", "What it is about."),
      text("metric", "Of which metric."),
    ],
    rows: columns.map(({ name, unit, description, role, metric }) => ({
      name,
      unit,
      description,
      role,
      metric: metric ?? null,
    })),
  };
}

/** A table as the bytes of a Parquet file. */
export function encodeTable({ columns, rows }: ResultTable): Uint8Array {
  return new Uint8Array(
    parquetWriteBuffer({
      columnData: columns.map(({ name, type }) => ({
        name,
        type,
        nullable: true,
        data: rows.map((row) => cell(type, row[name])),
      })),
      createdBy: "fabriclab",
    }),
  );
}

/** A value as the writer takes it. */
export function cell(
  type: ColumnType,
  value: number | string | null | undefined,
): number | bigint | string | null {
  if (value === undefined || value === null) return null;
  if (type === "STRING") return String(value);
  if (typeof value === "string" || !Number.isFinite(value)) return null;
  return type === "INT64" ? BigInt(value) : value;
}

/**
 * A table as CSV (RFC 4180), empty cells where there is no value.
 *
 * @param units put the unit behind a column's name: `latency [ns]`
 */
export function* csvLines(
  { columns, rows }: ResultTable,
  units = false,
): Generator<string> {
  const head = columns.map(({ name, unit }) =>
    units && unit !== "" && unit !== "1" ? `${name} [${unit}]` : name,
  );
  yield `${head.map(csvCell).join(",")}\r\n`;
  for (const row of rows)
    yield `${columns.map(({ name }) => csvCell(row[name] ?? "")).join(",")}\r\n`;
}

const csvCell = (value: number | string): string =>
  typeof value === "string" && /[",\r\n]/.test(value)
    ? `"${value.replaceAll('"', '""')}"`
    : String(value);
