import { isSea } from "node:sea";
import { FabricError } from "@fabriclab/spec";

/** As much of @duckdb/node-api as is used here: its types are not there where it is not installed. */
export interface Connection {
  run(sql: string): Promise<unknown>;
  extractStatements(sql: string): Promise<Statements>;
  closeSync(): void;
}

export interface Statements {
  readonly count: number;
  /** @throws DuckDB's error of what it cannot parse or bind; nothing is run */
  prepare(index: number): Promise<Prepared>;
}

export interface Prepared {
  /** A number of DuckDB's `StatementType`. */
  readonly statementType: number;
  runAndReadAll(): Promise<Reader>;
}

/** Kinds of statements that only read: DuckDB counts DESCRIBE, SUMMARIZE, SHOW, VALUES, PIVOT and PRAGMA table_info as SELECT. */
const READING: ReadonlySet<number> = new Set([
  // SELECT
  1,
  // EXPLAIN
  4,
]);

/** Whether a statement only reads. */
export const reads = ({ statementType }: Prepared): boolean =>
  READING.has(statementType);

export interface Reader {
  deduplicatedColumnNames(): string[];
  getRowsJS(): unknown[][];
  convertRows(converter: Converter): unknown[][];
}

/** Of a value of DuckDB's, whose type's text is SQL's, such as `DATE`; lists and structs call `self` for what is in them. */
type Converter = (value: unknown, type: unknown, self: Converter) => unknown;

/**
 * Types whose values JavaScript has no text of its own for, or another one than SQL.
 *
 * Why not as JavaScript has them: a DATE would get a time of day, a TIME would be a number, and neither knows infinity.
 */
const IN_WORDS =
  /^(DATE|TIME(_NS)?|TIMESTAMP(_S|_MS|_NS)?|TIME(STAMP)? WITH TIME ZONE|INTERVAL|BLOB|BIT)$/;

/** The rows of an answer: dates, times and bytes as DuckDB writes them, also within lists, everything else as JavaScript has it. */
export async function rowsOf(reader: Reader): Promise<unknown[][]> {
  const { JSDuckDBValueConverter } = (await import(PACKAGE)) as DuckDb;
  return reader.convertRows((value, type, self) =>
    value !== null && value !== undefined && IN_WORDS.test(String(type))
      ? inWords(value)
      : JSDuckDBValueConverter(value, type, self),
  );
}

/** As SQL says it; the package itself writes infinity as a day in the year 5881580. */
function inWords(value: unknown): string {
  const { isFinite: finite } = value as { readonly isFinite?: boolean };
  if (finite !== false) return String(value);
  const [count = 0] = Object.values(value as Record<string, number | bigint>);
  return count > 0 ? "infinity" : "-infinity";
}

interface DuckDb {
  readonly JSDuckDBValueConverter: Converter;
  readonly DuckDBInstance: {
    create(
      path: string,
      options: Readonly<Record<string, string>>,
    ): Promise<{ connect(): Promise<Connection>; closeSync(): void }>;
  };
}

/** Which package it is; a name of its own, so that bundlers leave the import alone. */
const PACKAGE = "@duckdb/node-api";

/**
 * A database in memory that loads nothing from elsewhere.
 *
 * @param load imports a package; for tests
 * @param single whether this is the program of one file, which sees no installed packages; for tests
 * @throws FabricError `E_QUERY_NO_DUCKDB`
 */
export async function connect(
  load: (name: string) => Promise<unknown> = (name) => import(name),
  single: boolean = isSea(),
): Promise<Connection> {
  const otherwise =
    "read shards/*.parquet with any Parquet reader, such as the program duckdb; or `fabriclab export`";
  if (single)
    throw new FabricError({
      code: "E_QUERY_NO_DUCKDB",
      message: "The program of one file holds no DuckDB, and queries need it",
      where: { path: "fabriclab query" },
      got: "fabriclab as a single file",
      expected: `fabriclab and ${PACKAGE}, installed by npm`,
      hint: `${otherwise}; or, where Node.js is: npm install fabriclab ${PACKAGE}`,
    });
  let duckdb: DuckDb;
  try {
    duckdb = (await load(PACKAGE)) as DuckDb;
  } catch (error) {
    throw new FabricError({
      code: "E_QUERY_NO_DUCKDB",
      message: "DuckDB is not installed, and queries need it",
      where: { path: "fabriclab query" },
      got: PACKAGE,
      expected: `the package ${PACKAGE} beside fabriclab`,
      hint: `npm install ${PACKAGE} (with -g where fabriclab is installed with -g; where it is not installed, npx -p fabriclab -p ${PACKAGE} fabriclab query …); or ${otherwise}`,
      cause: error,
    });
  }
  const instance = await duckdb.DuckDBInstance.create(":memory:", {
    // Nothing is fetched because a query happens to name it.
    autoinstall_known_extensions: "false",
  });
  return await instance.connect();
}
