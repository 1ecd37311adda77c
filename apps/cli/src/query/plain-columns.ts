import type { Connection } from "./duckdb.ts";

/** A part of a query as DuckDB's `json_serialize_sql` writes it, as far as it is looked at. */
interface Part {
  readonly class?: string;
  readonly type?: string;
  readonly column_names?: readonly string[];
  /** Of a star: `COLUMNS(…)`, and what is renamed or put in the place of a column. */
  readonly columns?: boolean;
  readonly replace_list?: readonly unknown[];
  readonly rename_list?: readonly unknown[];
}

interface Source {
  readonly type?: string;
  readonly table_name?: string;
  readonly column_name_alias?: readonly string[];
  readonly left?: Source;
  readonly right?: Source;
}

interface Serialized {
  readonly statements?: readonly {
    readonly node?: {
      readonly type?: string;
      readonly cte_map?: { readonly map?: readonly unknown[] };
      readonly select_list?: readonly Part[];
      readonly from_table?: Source;
    };
  }[];
}

/**
 * Which columns of an answer are plain columns of the tables `runs` and `points`: place in the answer -> name in the table. Empty for a query that takes them
 * from elsewhere, such as a subquery; what is computed, `avg(latency)`, has no entry.
 *
 * @param names what the answer's columns are called
 */
export async function plainColumns(
  connection: Connection,
  sql: string,
  names: readonly string[],
): Promise<ReadonlyMap<number, string>> {
  const found = new Map<number, string>();
  const node = (await serialized(connection, sql)).statements?.[0]?.node;
  const list = node?.select_list ?? [];
  if (
    node?.type !== "SELECT_NODE" ||
    (node.cte_map?.map ?? []).length > 0 ||
    !isStored(node.from_table)
  )
    return found;
  const stars = list.filter(({ class: kind }) => kind === "STAR");
  // Of several stars it is not known which gives how many columns.
  if (stars.length > 1) return found;
  const given = names.length - (list.length - stars.length);
  let at = 0;
  for (const part of list) {
    if (part.class === "STAR") {
      const plain =
        part.columns !== true &&
        (part.replace_list ?? []).length === 0 &&
        (part.rename_list ?? []).length === 0;
      for (let i = 0; plain && i < given; i++)
        found.set(at + i, names[at + i] ?? "");
      at += given;
      continue;
    }
    const name = part.column_names?.at(-1);
    if (part.class === "COLUMN_REF" && name !== undefined) found.set(at, name);
    at += 1;
  }
  return found;
}

/** Whether all columns come from the tables of results, joined or not, under their own names. */
function isStored(source: Source | undefined): boolean {
  if (source?.type === "JOIN")
    return isStored(source.left) && isStored(source.right);
  return (
    source?.type === "BASE_TABLE" &&
    (source.column_name_alias ?? []).length === 0 &&
    /^(runs|points)$/i.test(source.table_name ?? "")
  );
}

/** The query as DuckDB reads it; empty for what it does not write out. */
async function serialized(
  connection: Connection,
  sql: string,
): Promise<Serialized> {
  try {
    const statements = await connection.extractStatements(
      `SELECT json_serialize_sql('${sql.replaceAll("'", "''")}')`,
    );
    const reader = await (await statements.prepare(0)).runAndReadAll();
    return JSON.parse(String(reader.getRowsJS()[0]?.[0])) as Serialized;
  } catch {
    return {};
  }
}
