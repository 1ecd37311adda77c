import { meets, type Row } from "./suite.ts";

/** Rows that have figures in common, as a table of texts. */
export interface BenchTable {
  readonly suite: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

export const show = (value: number): string => {
  if (!Number.isFinite(value)) return "-";
  const magnitude = Math.abs(value);
  if (Number.isInteger(value)) return String(value);
  return magnitude >= 100
    ? value.toFixed(0)
    : magnitude >= 10
      ? value.toFixed(1)
      : value.toFixed(3);
};

export const targetText = (row: Row): string =>
  (row.targets ?? [])
    .map((target) => {
      const bound =
        target.atLeast === undefined
          ? `<= ${show(target.atMost ?? NaN)}`
          : `>= ${show(target.atLeast)}`;
      return `${target.figure} ${bound}: ${meets(row, target) ? "met" : "MISSED"}`;
    })
    .join("\n");

/** A table for each suite, or several where its rows are of several kinds, such as a study and its claims: a row per case, a column per figure. */
export function benchTables(rows: readonly Row[]): BenchTable[] {
  return [...new Set(rows.map(({ suite }) => suite))].flatMap((suite) =>
    kindsOf(rows.filter((row) => row.suite === suite)).map((kind) =>
      tableOf(suite, kind),
    ),
  );
}

/** Rows in groups that share no figure. A row without figures belongs to the group of the row before it. */
function kindsOf(rows: readonly Row[]): Row[][] {
  let kinds: Row[][] = [];
  let before: Row[] | undefined;
  for (const row of rows) {
    const figures = new Set(Object.keys(row.figures));
    const like =
      figures.size === 0 && before !== undefined
        ? [before]
        : kinds.filter((kind) =>
            kind.some((other) =>
              Object.keys(other.figures).some((figure) => figures.has(figure)),
            ),
          );
    const [first] = like;
    if (first === undefined) {
      before = [row];
      kinds.push(before);
      continue;
    }
    for (const other of like.slice(1)) first.push(...other);
    kinds = kinds.filter((kind) => kind === first || !like.includes(kind));
    first.push(row);
    before = first;
  }
  return kinds.map((kind) => rows.filter((row) => kind.includes(row)));
}

function tableOf(suite: string, rows: readonly Row[]): BenchTable {
  const figures = [...new Set(rows.flatMap((row) => Object.keys(row.figures)))];
  const columns: (readonly [string, (row: Row) => string])[] = [
    ["case", (row) => row.name],
    ...figures.map(
      (figure) =>
        [figure, (row: Row) => show(row.figures[figure] ?? NaN)] as const,
    ),
    ["target", targetText],
    ["note", (row) => row.note ?? ""],
  ];
  const used = columns.filter(([, text]) =>
    rows.some((row) => text(row) !== ""),
  );
  return {
    suite,
    columns: used.map(([name]) => name),
    rows: rows.map((row) => used.map(([, text]) => text(row))),
  };
}
