import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { FabricError } from "@fabriclab/spec";
import type {
  FactorValue,
  ResultColumn,
  ResultFactor,
  ResultMetric,
  ResultRow,
  Results,
} from "./results.ts";
import { cell } from "./tables.ts";
import { columnsOf } from "./columns.ts";
import { journalledRuns } from "./journal.ts";
import type { RunRecord } from "./run-record.ts";
import { shardBytes } from "./shard-bytes.ts";
import { decodeShard, type ShardAbout } from "./shard-file.ts";

export interface ReadResultsOptions {
  /** Told about every file that is damaged; `fabriclab sweep` computes it again. */
  readonly onDamaged?: (file: string) => void;
  /**
   * Reads the journals, too: runs of a sweep that is under way, or was interrupted, whose files are not complete. Here stands of what they are, for where no file
   * says so yet.
   */
  readonly journals?: Pick<ShardAbout, "experiment" | "factors">;
}

/** Name of a shard's file; whatever else lies in the folder is none. */
const SHARD = /^[0-9a-f]{64}\.parquet$/;

/** The files of a result folder's shards, in the order of their names. */
export async function shardFiles(folder: string): Promise<string[]> {
  const shards = join(folder, "shards");
  const names = await readdir(shards).catch((error: unknown) => {
    // Why ENOTDIR: the folder is a file.
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR") return [];
    throw error;
  });
  return names
    .filter((name) => SHARD.test(name))
    .sort()
    .map((name) => join(shards, name));
}

/**
 * Everything that is in a result folder, also of a sweep that is under way.
 *
 * @throws FabricError `E_STORE_NO_RESULTS` when it holds no whole file (and no run in a journal, where those are read), `E_STORE_MIXED_RESULTS` when its files are of several experiments, `E_STORE_UNREADABLE`. O(runs).
 */
export async function readResults(
  folder: string,
  options: ReadResultsOptions = {},
): Promise<Results> {
  const columns = new Map<string, ResultColumn>();
  const factors = new Map<string, Omit<ResultFactor, "values">>();
  const rows: ResultRow[] = [];
  const files: string[] = [];
  let experiment: string | undefined;
  const { journals } = options;
  // Why before the files: a journal goes when its file is there, so that a run may be found twice, and never not at all.
  const waiting =
    journals === undefined
      ? new Map<string, RunRecord>()
      : journalledRuns(folder);
  for (const file of await shardFiles(folder)) {
    const bytes = await shardBytes(file);
    if (bytes === undefined) continue;
    const shard = await decodeShard(bytes);
    if (shard === undefined) {
      options.onDamaged?.(file);
      continue;
    }
    experiment ??= shard.experiment;
    if (experiment !== shard.experiment) throw mixed(file, experiment, shard);
    for (const one of shard.columns)
      if (!columns.has(one.name)) columns.set(one.name, one);
    for (const one of shard.factors)
      if (!factors.has(one.column)) factors.set(one.column, one);
    // Why not push(...rows): a shard may have more rows than a call takes arguments.
    for (const row of shard.rows) {
      rows.push(row);
      if (waiting.size > 0) waiting.delete(String(row["key"]));
    }
    files.push(file);
  }
  const unfiled: ResultRow[] = [];
  if (journals !== undefined && waiting.size > 0) {
    experiment ??= journals.experiment;
    for (const one of journals.factors)
      if (!factors.has(one.column)) factors.set(one.column, one);
    const runs = [...waiting.values()];
    const made = columnsOf(experiment, [...factors.values()], runs);
    for (const { of: _, ...one } of made)
      if (!columns.has(one.name)) columns.set(one.name, one);
    for (const run of runs) {
      const row = Object.fromEntries(
        made.map(({ name, type, of }) => [name, plain(cell(type, of(run)))]),
      );
      unfiled.push(row);
      rows.push(row);
    }
  }
  if (experiment === undefined) {
    throw new FabricError({
      code: "E_STORE_NO_RESULTS",
      message: "there are no results in this folder",
      where: { file: folder },
      got: existsSync(folder) ? "no file shards/….parquet" : "no such folder",
      expected: "a folder that `fabriclab sweep` wrote",
    });
  }
  const number = (row: ResultRow, name: string): number => Number(row[name]);
  rows.sort(
    (a, b) =>
      number(a, "point") - number(b, "point") ||
      number(a, "seed") - number(b, "seed"),
  );
  const list = [...columns.values()];
  return {
    folder,
    experiment,
    factors: [...factors.values()].map((one) => ({
      ...one,
      values: valuesOf(rows, one.column),
    })),
    columns: list,
    metrics: metricsOf(list),
    rows,
    files,
    unfiled,
  };
}

/** As what is read from a file comes back. */
const plain = (value: ReturnType<typeof cell>): number | string | null =>
  typeof value === "bigint" ? Number(value) : value;

/** Levels of a factor in the order in which the design first has them. */
function valuesOf(rows: readonly ResultRow[], column: string): FactorValue[] {
  const values = new Set<FactorValue>();
  for (const row of rows) {
    const value = row[column];
    if (row["stage"] === "design" && value !== null && value !== undefined)
      values.add(value);
  }
  return [...values];
}

function mixed(
  file: string,
  experiment: string,
  other: { readonly experiment: string },
): FabricError {
  return new FabricError({
    code: "E_STORE_MIXED_RESULTS",
    message: "the folder holds results of several experiments",
    where: { file },
    got: `${experiment} and ${other.experiment}`,
    expected: "files of one sweep",
    hint: "keep every sweep in a folder of its own",
  });
}

/** Metrics with their columns, in the order of the columns. */
function metricsOf(columns: readonly ResultColumn[]): ResultMetric[] {
  return columns
    .filter(({ role }) => role === "metric")
    .map(({ name, unit, metric = name }) => {
      const own = columns.filter((column) => column.metric === metric);
      const interval = own.find(({ role }) => role === "interval")?.name;
      const histogram = own.find(({ role }) => role === "histogram")?.name;
      const count = own.find(
        ({ role, name: column }) =>
          role === "detail" && column === `${name}_count`,
      )?.name;
      const places = own.find(({ role }) => role === "places")?.name;
      return {
        name: metric,
        column: name,
        unit,
        ...(interval === undefined ? {} : { interval }),
        percentiles: own
          .flatMap(({ percentile, name: column }) =>
            percentile === undefined ? [] : [{ percentile, column }],
          )
          .sort((a, b) => a.percentile - b.percentile),
        ...(count === undefined ? {} : { count }),
        details: own
          .filter(({ role }) => role === "detail")
          .map(({ name: column }) => column),
        ...(places === undefined ? {} : { places }),
        ...(histogram === undefined ? {} : { histogram }),
      };
    });
}
