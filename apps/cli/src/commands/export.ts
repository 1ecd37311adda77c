import { Command } from "commander";
import type { Context } from "../context.ts";
import { note } from "../context.ts";
import { exitCodesHelp } from "../exit.ts";
import { many } from "../naming/words.ts";
import { checkWritableFile, unlessStdout, writeText } from "../output-file.ts";

interface Flags {
  readonly csv?: string | true;
  readonly points?: true;
  readonly columns?: true;
  readonly units?: true;
}

/** `export FOLDER --csv` */
export function exportCommand(context: Context): Command {
  return new Command("export")
    .summary("turn a folder of results into CSV")
    .description(
      "Writes the results of a sweep as comma-separated values: a row per run, or per point. The Parquet files below shards/ hold the same.",
    )
    .argument("<folder>", "what `fabriclab sweep` wrote")
    .option("--csv [file]", "the file to write (default: standard output)")
    .option(
      "--points",
      "a row per point, with means and confidence intervals over the runs",
    )
    .option("--columns", "what the columns mean, with units")
    .option("--units", "units in the first line: latency [ns]")
    .addHelpText(
      "after",
      `
Examples:
  $ fabriclab export results/ --csv results.csv
  $ fabriclab export results/ --points --units --csv for-a-spreadsheet.csv
  $ fabriclab export results/ --columns
${exitCodesHelp}`,
    )
    .action(async (folder: string, flags: Flags) => {
      const file = unlessStdout(
        typeof flags.csv === "string" ? flags.csv : undefined,
      );
      if (file !== undefined) checkWritableFile(file, "--csv");
      const store = await import("@fabriclab/experiment-store");
      const { resultsSoFar, unfinished } =
        await import("../sweep/unfinished.ts");
      const results = await resultsSoFar(folder, {
        onDamaged: (damaged) =>
          note(
            context,
            `${damaged} is damaged: \`fabriclab sweep\` computes it again`,
          ),
      });
      const missing = unfinished(folder, results);
      if (missing !== undefined) note(context, missing);
      const table =
        flags.columns === true
          ? store.columnsTable(results)
          : flags.points === true
            ? store.pointsTable(results)
            : results;
      if (context.json) {
        const text = `${JSON.stringify(table.rows, null, 2)}\n`;
        if (file === undefined) context.io.out(text);
        else writeText(file, text, "--csv");
        return;
      }
      const lines = [...store.csvLines(table, flags.units)];
      if (file === undefined) for (const line of lines) context.io.out(line);
      else {
        writeText(file, lines.join(""), "--csv");
        note(context, `${many(lines.length - 1, "row")} written to ${file}`);
      }
    });
}
