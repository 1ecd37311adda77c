import { Command } from "commander";
import type { Context } from "../context.ts";
import { exitCodesHelp } from "../exit.ts";

/** `query SQL FOLDER` */
export function queryCommand(context: Context): Command {
  return new Command("query")
    .summary("ask a folder of results in SQL")
    .description(
      "Answers a question in SQL about the results of a sweep, with DuckDB (which is installed beside fabriclab: npm install @duckdb/node-api).",
    )
    .argument("<sql>", "a query over the tables runs, points and columns")
    .argument("<folder>", "what `fabriclab sweep` wrote")
    .option("--csv", "print comma-separated values")
    .addHelpText(
      "after",
      `
Tables:
  runs     a row per run (point and seed): factors, status, metrics as columns
  points   a row per point: the mean of each metric over the runs, with its confidence interval (<metric>_ci95)
  columns  what the columns of runs mean, with units

Of a sweep that is under way, or was interrupted, all runs that are done are there, and a note says
which are missing.

In the table that is printed, columns of runs and points have their units behind their names, and
numbers six digits; --csv and --json have all digits. Dates and times are as DuckDB writes them;
lists and structs are JSON.

Examples:
  $ fabriclab query "SELECT load, routing, latency, latency_ci95 FROM points ORDER BY ALL" results/
  $ fabriclab query "SELECT routing, max(throughput) AS best FROM runs GROUP BY ALL" results/ --json
  $ fabriclab query "SELECT name, unit, description FROM columns" results/
  $ duckdb -c "SELECT * FROM 'results/shards/*.parquet'"
${exitCodesHelp}`,
    )
    .action(
      async (sql: string, folder: string, flags: { readonly csv?: true }) => {
        const { query } = await import("../query/query.ts");
        await query(context, sql, folder, flags.csv === true);
      },
    );
}
