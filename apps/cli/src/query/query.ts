import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  columnsTable,
  csvLines,
  encodeTable,
  pointsTable,
  type ResultColumn,
  type ResultTable,
} from "@fabriclab/experiment-store";
import { FabricError, nearest, visible } from "@fabriclab/spec";
import { note, type Context } from "../context.ts";
import { shellWord } from "../shell-word.ts";
import { resultsSoFar, unfinished } from "../sweep/unfinished.ts";
import { columnsOf } from "../table.ts";
import { connect, reads, rowsOf, type Connection } from "./duckdb.ts";
import { plainColumns } from "./plain-columns.ts";

/** @throws FabricError E_QUERY_SWAPPED where the folder stands in the query's place, which is what people type after other commands */
function refuseSwapped(sql: string, folder: string): void {
  if (!existsSync(sql) || existsSync(folder)) return;
  throw new FabricError({
    code: "E_QUERY_SWAPPED",
    message: "The query comes first, then the folder.",
    where: { path: "query" },
    got: `${sql} as the query, ${folder} as the folder`,
    expected: "fabriclab query SQL FOLDER",
    hint: `fabriclab query ${shellWord(folder)} ${shellWord(sql)}`,
  });
}

/** `fabriclab query` @throws FabricError `E_QUERY_SWAPPED`, `E_QUERY_NO_DUCKDB`, `E_QUERY_CHANGES`, `E_QUERY_SQL`, and of the folder */
export async function query(
  context: Context,
  sql: string,
  folder: string,
  csv: boolean,
): Promise<void> {
  refuseSwapped(sql, folder);
  const results = await resultsSoFar(folder, {
    onDamaged(file) {
      note(
        context,
        `${file} is damaged: \`fabriclab sweep\` computes it again`,
      );
    },
  });
  const missing = unfinished(folder, results);
  if (missing !== undefined) note(context, missing);
  const connection = await connect();
  const drafts = mkdtempSync(join(tmpdir(), "fabriclab-query-"));
  try {
    const load = (name: string, source: string) =>
      connection.run(`CREATE TABLE ${name} AS SELECT * FROM ${source}`);
    const draft = (name: string, table: ResultTable): string => {
      const file = join(drafts, `${name}.parquet`);
      writeFileSync(file, encodeTable(table));
      return file;
    };
    const made = (name: string, table: ResultTable) =>
      load(name, `read_parquet(${text(draft(name, table))})`);
    const { columns, unfiled } = results;
    const files = [
      ...results.files,
      ...(unfiled.length === 0
        ? []
        : [draft("unfiled", { columns, rows: unfiled })]),
    ];
    await load(
      "runs",
      `read_parquet([${files.map(text).join(", ")}], union_by_name = true)`,
    );
    const points = pointsTable(results);
    await made("points", points);
    await made("columns", columnsTable(results));
    await closeOff(connection);
    const found = await answer(connection, sql);
    if (context.json || csv) print(context, found, csv);
    else {
      const units = unitsOf([...results.columns, ...points.columns]);
      const plain = await plainColumns(connection, sql, found.names);
      printTable(
        context,
        found,
        found.names.map(
          (_, at) => units.get((plain.get(at) ?? "").toLowerCase()) ?? "",
        ),
      );
    }
  } finally {
    connection.closeSync();
    rmSync(drafts, { recursive: true, force: true });
  }
}

/** What may be asked. */
const TABLES = ["runs", "points", "columns"] as const;

/** As SQL writes it. */
const text = (file: string): string => `'${file.replaceAll("'", "''")}'`;

interface Answer {
  readonly names: readonly string[];
  readonly rows: readonly (readonly Value[])[];
}

type Value = string | number | boolean | null;

/** From here on it reads and writes no file, loads nothing and asks nobody: a query may be somebody else's. */
async function closeOff(connection: Connection): Promise<void> {
  await connection.run("SET enable_external_access = false");
  await connection.run("SET lock_configuration = true");
}

async function answer(connection: Connection, sql: string): Promise<Answer> {
  try {
    const statements =
      sql.trim() === "" ? undefined : await connection.extractStatements(sql);
    if (statements?.count !== 1)
      throw new Error(
        `${statements?.count ?? 0} statements, and one is answered`,
      );
    const statement = await statements.prepare(0);
    if (!reads(statement)) throw changes(sql);
    const reader = await statement.runAndReadAll();
    return {
      // Why not as they are: of two columns of one name, the first would get the values of the second.
      names: reader.deduplicatedColumnNames(),
      rows: (await rowsOf(reader)).map((row) => row.map(plain)),
    };
  } catch (error) {
    if (FabricError.is(error)) throw error;
    throw refusedSql(sql, error);
  }
}

/**
 * What DuckDB says of a query. Its first line is the reason; what follows may be a line of the query with a mark under it, which holds only as it stands, so that it
 * is left to the cause, and advice of its own, which is the hint.
 */
function refusedSql(sql: string, error: unknown): FabricError {
  const [reason = "", ...rest] = (
    error instanceof Error ? error.message : String(error)
  )
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
  const mark = rest.findIndex((line) => /^LINE \d+:/.test(line));
  const advice = mark < 0 ? rest : rest.slice(0, mark);
  const table = /Table with name (\S+) does not exist/.exec(reason)?.[1];
  // Why not DuckDB's: it may name a table of its own.
  if (table !== undefined) advice.splice(0, advice.length, tablesHint(table));
  return new FabricError({
    code: "E_QUERY_SQL",
    message: `DuckDB cannot answer this: ${reason}`,
    where: { path: "fabriclab query" },
    got: sql,
    expected: "a query over the tables runs, points and columns",
    ...(advice.length === 0 ? {} : { hint: advice.join(" ") }),
    cause: error,
  });
}

/** The tables there are, the near one first. */
function tablesHint(name: string): string {
  const close = nearest(name, TABLES);
  return `${close === undefined ? "" : `did you mean ${close}? `}there are runs (a row a run), points (a row a point) and columns (what the columns of runs mean)`;
}

/** Why an error: what it would change is a copy in memory, and "Success" would say that the results are changed. */
const changes = (sql: string): FabricError =>
  new FabricError({
    code: "E_QUERY_CHANGES",
    message: "the query does not only read",
    where: { path: "fabriclab query" },
    got: sql,
    expected: "a query that reads, such as SELECT, DESCRIBE or SUMMARIZE",
    hint: "results are never changed by a query; `fabriclab export` writes them to a file, and DuckDB itself reads shards/*.parquet",
  });

/** A number; as the text that DuckDB makes of it where JSON has none such, for null is NULL. */
const finite = (value: number): number | string =>
  Number.isFinite(value)
    ? value
    : Number.isNaN(value)
      ? "nan"
      : value > 0
        ? "inf"
        : "-inf";

function plain(value: unknown): Value {
  switch (typeof value) {
    case "bigint":
      return Number.isSafeInteger(Number(value))
        ? Number(value)
        : value.toString();
    case "number":
      return finite(value);
    case "string":
    case "boolean":
      return value;
    default:
      return value === null || value === undefined
        ? null
        : JSON.stringify(value, (_, part: unknown) =>
            typeof part === "bigint"
              ? part.toString()
              : typeof part === "number"
                ? finite(part)
                : part,
          );
  }
}

/** Column -> its unit, empty for a number without one. */
const unitsOf = (
  columns: readonly Pick<ResultColumn, "name" | "unit">[],
): ReadonlyMap<string, string> =>
  new Map(
    columns.map(({ name, unit }) => [
      name.toLowerCase(),
      unit === "1" ? "" : unit,
    ]),
  );

/** Significant digits in the table for people; CSV and JSON have them all. */
const DIGITS = 6;

/** A whole number as it is, another in six digits, or as many as it has before the point. */
const shownNumber = (value: number): string =>
  Number.isInteger(value)
    ? String(value)
    : String(
        Math.abs(value) >= 10 ** DIGITS
          ? Math.round(value)
          : Number(value.toPrecision(DIGITS)),
      );

/** The table for people, with the units of columns behind their names: `latency [ns]`. */
function printTable(
  { io }: Context,
  { names, rows }: Answer,
  units: readonly string[],
): void {
  const shown = rows.map((row) =>
    row.map((value) =>
      visible(
        typeof value === "number" ? shownNumber(value) : String(value ?? ""),
      ),
    ),
  );
  const right = (at: number) =>
    rows.every((row) => typeof row[at] === "number" || row[at] === null);
  const head = names.map((name, at) => {
    const unit = units[at] ?? "";
    return visible(unit === "" ? name : `${name} [${unit}]`);
  });
  io.out(
    `${columnsOf(shown, { head, align: names.map((_, at) => (right(at) ? "right" : "left")) })}\n`,
  );
}

function print({ io, json }: Context, { names, rows }: Answer, csv: boolean) {
  const objects = () =>
    rows.map((row) =>
      Object.fromEntries(names.map((name, i) => [name, row[i] ?? null])),
    );
  if (json) io.out(`${JSON.stringify(objects(), null, 2)}\n`);
  else if (csv) {
    const columns = names.map((name) => ({
      name,
      type: "STRING" as const,
      unit: "",
      description: "",
      role: "run" as const,
    }));
    const cells = objects().map((row) =>
      Object.fromEntries(
        Object.entries(row).map(([name, value]) => [
          name,
          typeof value === "boolean" ? String(value) : value,
        ]),
      ),
    );
    for (const line of csvLines({ columns, rows: cells })) io.out(line);
  }
}
