import { scenarioSchema } from "@fabriclab/formats-scenario";
import { Command } from "commander";
import { type Context, note } from "../context.ts";
import { exitCodesHelp } from "../exit.ts";
import { writeText } from "../files.ts";

/** `schema` */
export function schemaCommand(context: Context): Command {
  return new Command("schema")
    .summary("the JSON Schema of scenarios, for editors")
    .description(
      "Writes the JSON Schema of scenario files for the plugins that are loaded: editors then complete and check while you type.",
    )
    .option("-o, --output <file>", "write to a file instead of stdout")
    .addHelpText(
      "after",
      `
Examples:
  $ fabriclab schema -o scenario.schema.json
  then begin a scenario with
  # yaml-language-server: $schema=./scenario.schema.json
${exitCodesHelp}`,
    )
    .action((flags: { readonly output?: string }) => {
      const text = `${JSON.stringify(scenarioSchema(context.registry), null, 2)}\n`;
      if (flags.output === undefined) {
        context.io.out(text);
        return;
      }
      writeText(flags.output, text);
      note(context, `schema written to ${flags.output}`);
    });
}
