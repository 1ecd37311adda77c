import { parseArgs } from "node:util";
import { checkAll } from "./all.ts";
import { checkCommand, checkExecutable } from "./command.ts";
import { checkConsumer } from "./consumer.ts";
import { writeDeclarations } from "./declarations.ts";
import { checkPackages } from "./packages.ts";
import { checkTarballs } from "./publint.ts";

const usage = `usage: check all [--knip] [--verbose] [step…]
       check packages [--strict] [--write] [path…]
       check declarations
       check publint
       check consumer
       check command
       check executable`;

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      knip: { type: "boolean", default: false },
      strict: { type: "boolean", default: false },
      verbose: { type: "boolean", default: false },
      write: { type: "boolean", default: false },
    },
  });
  const [name, ...rest] = positionals;
  switch (name) {
    case "all":
      return checkAll({ ...values, only: rest });
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
