import { Command, CommanderError, Help, Option } from "commander";
import { auditCommand } from "./commands/audit.ts";
import { compareCommand } from "./commands/compare.ts";
import { diffCommand } from "./commands/diff.ts";
import { explainCommand } from "./commands/explain.ts";
import { exportCommand } from "./commands/export.ts";
import { failCommand } from "./commands/fail.ts";
import { jobCommand } from "./commands/job.ts";
import { listCommand } from "./commands/list.ts";
import { pathCommand } from "./commands/path.ts";
import { plotCommand } from "./commands/plot.ts";
import { queryCommand } from "./commands/query.ts";
import { reproduceCommand } from "./commands/reproduce.ts";
import { routeCommand } from "./commands/route.ts";
import { runCommand } from "./commands/run.ts";
import { schemaCommand } from "./commands/schema.ts";
import { sweepCommand } from "./commands/sweep.ts";
import { sweepShardsCommand } from "./commands/sweep-shards.ts";
import { topologyCommand } from "./commands/topology.ts";
import { viewCommand } from "./commands/view.ts";
import type { Context } from "./context.ts";
import { ExitCode, exitCodesHelp } from "./exit.ts";
import { collect } from "./collect.ts";
import { leaveInterrupts } from "./early-interrupt.ts";
import { colorless, type Io } from "./io.ts";
import { loadRegistry } from "./plugins.ts";
import { printRefusal, type Explaining } from "./refusal.ts";
import { tellRepeated } from "./repeated-flags.ts";
import { tellingOfReading } from "./reading-progress.ts";
import { printThrown } from "./thrown.ts";
import { refuseJoined, usageError } from "./usage-error.ts";
import { version } from "./version.ts";

/**
 * Runs the command.
 *
 * @param argv without the program's name: `["run", "net.yaml"]`
 * @returns the exit code; nothing is thrown and the process is not ended
 */
export async function main(
  argv: readonly string[],
  terminal: Io,
): Promise<ExitCode> {
  const io = argv.includes("--no-color") ? colorless(terminal) : terminal;
  const json = argv.includes("--json");
  const debug = argv.includes("--debug");
  const sources = new Map<string, string>();
  const modules = pluginModules(argv);
  let program: Command | undefined;
  let explaining: Explaining | undefined;
  try {
    const registry = await loadRegistry({
      modules,
      ...(argv.includes("--quiet")
        ? {}
        : { tell: (text) => io.err(`${text}\n`) }),
    });
    explaining = { registry, modules };
    const context: Context = {
      io,
      registry,
      json,
      quiet: argv.includes("--quiet"),
      sources,
      modules,
    };
    let code: ExitCode = ExitCode.fine;
    program = build(context, (result) => {
      code = result;
    });
    if (argv.length === 0) {
      program.outputHelp({ error: true });
      return ExitCode.usage;
    }
    refuseJoined(argv, program);
    const parsed = program;
    await tellingOfReading(io, context.quiet, () =>
      parsed.parseAsync(argv, { from: "user" }),
    );
    return code;
  } catch (thrown) {
    if (thrown instanceof CommanderError) {
      if (thrown.exitCode === 0) return ExitCode.fine;
      return printRefusal(io, usageError(thrown, argv, program), {
        json,
        sources,
        debug,
      });
    }
    return printThrown(io, thrown, modules, {
      json,
      sources,
      debug,
      explaining,
    });
  }
}

/**
 * What is thrown where nobody waits for it, such as in a timer of a plugin: told as any other error, and the process ends. Node would print a stack and end with 1,
 * which says that the thing examined has a problem.
 */
export function hearLateErrors(argv: readonly string[], io: Io): void {
  process.on("uncaughtException", (error) => {
    const code = printThrown(io, error, pluginModules(argv), {
      json: argv.includes("--json"),
      sources: new Map(),
      debug: argv.includes("--debug"),
    });
    process.exit(code);
  });
}

/** What a command reports when it is done. */
export type Finish = (code: ExitCode) => void;

/** The tree of commands with their flags and help; parsing a command line runs it. */
export function build(context: Context, finish: Finish): Command {
  const program = new Command("fabriclab")
    .description(
      "A laboratory for InfiniBand fabrics: design, route, audit and simulate them, and hand the tables to OpenSM.",
    )
    .version(version, "-V, --version")
    .addOption(
      new Option(
        "--json",
        "results as JSON on stdout, errors as JSON on stderr",
      ),
    )
    .addOption(new Option("--quiet", "no progress and no summaries"))
    .addOption(new Option("--no-color", "no escape codes"))
    .addOption(
      new Option(
        "--debug",
        "the stack of an internal error, or of one in a plugin",
      ),
    )
    .addOption(
      new Option(
        "--plugin <module>",
        "add the plugins of an installed package or a module's path (repeatable)",
      ).argParser(collect),
    )
    .addHelpText(
      "after",
      `
Examples:
  $ fabriclab topology fat-tree --ports 8 --levels 3 -o net.topo
  $ fabriclab route --fabric net.topo --routing cyclic -o tables/
  $ fabriclab audit --fabric net.topo --tables tables/
  $ fabriclab compare --fabric net.topo
  $ fabriclab run scenario.yaml --set load=0.4 --json
  $ fabriclab reproduce zhou2007 --quick
  $ fabriclab explain E_SCENARIO_UNKNOWN_KEY
${exitCodesHelp}`,
    )
    .helpCommand("help [command]", "help for a command")
    .hook("preAction", async (_, action) => {
      // Why not before a sweep: it loads much, and then hears signals itself.
      if (action.name() !== "sweep") await leaveInterrupts();
    });
  for (const command of [
    topologyCommand(context),
    routeCommand(context),
    auditCommand(context, finish),
    pathCommand(context, finish),
    compareCommand(context, finish),
    failCommand(context, finish),
    diffCommand(context, finish),
    jobCommand(context, finish),
    runCommand(context, finish),
    sweepCommand(context, finish),
    queryCommand(context),
    exportCommand(context),
    plotCommand(context, finish),
    reproduceCommand(context, finish),
    viewCommand(context),
    listCommand(context),
    explainCommand(context),
    schemaCommand(context),
  ]) {
    program.addCommand(command);
  }
  program.addCommand(sweepShardsCommand(context, finish), { hidden: true });
  prepare(program, context);
  return program;
}

/** Every command of the tree writes through `io`, throws instead of exiting, and lists the options of the program. */
function prepare(command: Command, context: Context): void {
  const { io } = context;
  tellRepeated(command, context);
  command
    .exitOverride()
    .configureOutput({
      writeOut: (text) => io.out(text),
      writeErr: (text) => io.err(text),
      outputError: () => undefined, // printed by `printRefusal`
      getOutHelpWidth: () => Math.min(120, io.columns),
      getErrHelpWidth: () => Math.min(120, io.columns),
    })
    .configureHelp({
      showGlobalOptions: true,
      // What the commands above have, too, is told once.
      visibleGlobalOptions(of) {
        const own = new Set(of.options.map(({ long }) => long));
        return Help.prototype.visibleGlobalOptions
          .call(this, of)
          .filter(({ long }) => !own.has(long));
      },
      optionDescription: (option) =>
        new Help().optionDescription(option) +
        (option.mandatory ? " (required)" : ""),
    })
    .showSuggestionAfterError(true);
  for (const child of command.commands) prepare(child, context);
}

/** The modules named with `--plugin`. Read before parsing, because the commands' flags come from the plugins. */
function pluginModules(argv: readonly string[]): string[] {
  const modules: string[] = [];
  argv.forEach((argument, i) => {
    if (argument.startsWith("--plugin=")) modules.push(argument.slice(9));
    else if (argument === "--plugin") {
      const module = argv[i + 1];
      if (module !== undefined) modules.push(module);
    }
  });
  return modules;
}
