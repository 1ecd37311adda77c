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
}

interface DuckDb {
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
