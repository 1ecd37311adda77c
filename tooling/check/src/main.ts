import { parseArgs } from "node:util";
import { checkAll } from "./all.ts";
import { checkCommand, checkExecutable } from "./command.ts";
import { checkConsumer } from "./consumer.ts";
import { writeDeclarations } from "./declarations.ts";
import { eachCommand } from "./each-command.ts";
import { formatCommands } from "./format.ts";
import { linters } from "./lint.ts";
import { checkPackages } from "./packages.ts";
import { checkTarballs } from "./publint.ts";
import { steps } from "./steps.ts";

const usage = `usage: check all [--knip] [--verbose] [step…]
       check lint [--fix] [path…]
       check format [--check] [path…]
       check packages [--draft] [--strict] [--write] [path…]
       check declarations
       check publint
       check consumer
       check command
       check executable

steps of all (pnpm test), which all run where none is named:
${steps({ knip: false })
  .map(({ name, command }) => `  ${name.padEnd(16)} ${command.join(" ")}`)
  .join("\n")}
  with --knip (pnpm check), too: ${steps({ knip: true })
    .map(({ name }) => name)
    .filter((name) => !steps({ knip: false }).some((one) => one.name === name))
    .join(", ")}`;

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      check: { type: "boolean", default: false },
      draft: { type: "boolean", default: false },
      fix: { type: "boolean", default: false },
      help: { type: "boolean", short: "h", default: false },
      knip: { type: "boolean", default: false },
      strict: { type: "boolean", default: false },
      verbose: { type: "boolean", default: false },
      write: { type: "boolean", default: false },
    },
  });
  if (values.help) {
    console.log(usage);
    return 0;
  }
  const [name, ...rest] = positionals;
  switch (name) {
    case "all":
      return checkAll({ ...values, only: rest });
    case "lint":
      return eachCommand(linters, rest, values.fix ? ["--fix"] : []);
    case "format":
      return eachCommand(
        formatCommands(values.check ? "--check" : "--write"),
        rest,
      );
    case "packages":
      return checkPackages({ ...values, paths: rest });
    case "declarations":
      return writeDeclarations();
    case "publint":
      return checkTarballs();
    case "consumer":
      return checkConsumer();
    case "command":
      return checkCommand();
    case "executable":
      return checkExecutable();
    default:
      console.error(usage);
      return 2;
  }
}

process.exitCode = await main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  return 2;
});
