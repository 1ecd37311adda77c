import { scenarioSchema } from "@fabriclab/formats-scenario";
import { Argument, Command } from "commander";
import { z } from "zod";
import { auditReportSchema } from "../audit/report.ts";
import { type Context, note } from "../context.ts";
import { exitCodesHelp } from "../exit.ts";
import { unlessStdout, writeText } from "../output-file.ts";

/** `schema` */
export function schemaCommand(context: Context): Command {
  return new Command("schema")
    .summary("the JSON Schema of scenarios, for editors, or of audit reports")
    .description(
      "Writes the JSON Schema of scenario files for the plugins that are loaded: editors then complete and check while you type. `schema audit` describes what `audit --json` prints.",
    )
    .addArgument(
      new Argument("[what]", "scenario, or audit")
        .choices(["scenario", "audit"])
        .default("scenario"),
    )
    .option("-o, --output <file>", "write to a file instead of stdout")
    .addHelpText(
      "after",
      `
Examples:
  $ fabriclab schema -o scenario.schema.json
  then begin a scenario with
  # yaml-language-server: $schema=./scenario.schema.json
  $ fabriclab schema audit -o audit.schema.json
${exitCodesHelp}`,
    )
    .action((what: string, flags: { readonly output?: string }) => {
      const output = unlessStdout(flags.output);
      const schema =
        what === "audit"
          ? z.toJSONSchema(auditReportSchema)
          : scenarioSchema(context.registry);
      const text = `${JSON.stringify(schema, null, 2)}\n`;
      if (output === undefined) {
        context.io.out(text);
        return;
      }
      writeText(output, text);
      note(context, `schema written to ${output}`);
    });
}
