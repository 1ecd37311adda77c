import { topKeys } from "@fabriclab/formats-scenario";
import { FabricError, nearest } from "@fabriclab/spec";
import type { Command, CommanderError } from "commander";
import { kebab } from "./flags.ts";
import { builtInPlugins } from "./plugin-packages.ts";
import { shellWord } from "./shell-word.ts";

/** commander's complaint in the shape of ours: the command, and the word that it stumbled over. */
export function usageError(
  error: CommanderError,
  argv: readonly string[],
  program: Command | undefined,
): FabricError {
  const [first = "", ...more] = error.message
    .replace(/^error: /, "")
    .replace(/^command-argument value/, "the value")
    .split("\n");
  const suggestion = /Did you mean (one of )?([^?]*)\?/.exec(more.join(" "));
  const word = /'([^']*)'/.exec(first)?.[1];
  const surplus = /^too many arguments/i.test(first);
  const missing = /^missing|missing$|not specified$/.test(first);
  const { command, names } = commandIn(argv, program);
  return new FabricError({
    code: "E_CLI_USAGE",
    message: first,
    where: { path: names.join(" ") },
    got: missing
      ? `nothing for ${word ?? "it"}`
      : surplus
        ? argv.join(" ")
        : (word ?? argv.join(" ")),
    expected: expectedBy(error.code, command),
    ...hintFor(error.code, argv, command, word, suggestion?.[2]),
  });
}

/**
 * Refuses `-o=NAME`, which would be taken as `-o` with the name `=NAME`.
 *
 * @throws FabricError `E_CLI_USAGE`
 */
export function refuseJoined(argv: readonly string[], program: Command): void {
  const { command, names } = commandIn(argv, program);
  const end = argv.indexOf("--");
  const word = argv
    .slice(0, end < 0 ? argv.length : end)
    .find((one) => /^-[A-Za-z]=/.test(one));
  const short = word?.slice(0, 2);
  const option = command?.options.find((one) => one.short === short);
  if (word === undefined || option === undefined || option.isBoolean()) return;
  const value = shellWord(word.slice(3));
  throw new FabricError({
    code: "E_CLI_USAGE",
    message: "a flag of one letter and its value are not joined by =",
    where: { path: names.join(" ") },
    got: word,
    expected: `${short} ${value} or ${option.long}=${value}`,
  });
}

/** What the repository has as scripts of its own, which people look for here. */
const SCRIPTS: Readonly<Record<string, string>> = {
  bench: "is the benchmark suite",
  gen: "starts a new plugin package",
  test: "runs all tests",
};

/** What would be understood in place of that: the flags, the commands, or how the command is written. */
function expectedBy(code: string, command: Command | undefined): string {
  if (command === undefined) return "see --help";
  if (code === "commander.unknownOption")
    return `one of ${longFlags(command).join(", ")}`;
  if (code === "commander.unknownCommand")
    return `one of ${command
      .createHelp()
      .visibleCommands(command)
      .map((one) => one.name())
      .join(", ")}`;
  return usageOf(command);
}

const longFlags = (command: Command): string[] => {
  const flags: string[] = [];
  for (let one: Command | null = command; one !== null; one = one.parent)
    for (const { long, hidden } of one.options)
      if (long != null && !hidden) flags.push(long);
  return [...new Set(flags)];
};

/** `fabriclab route --fabric <file> --routing <name> -o <dir> […]` */
function usageOf(command: Command): string {
  const names: string[] = [];
  for (let one: Command | null = command; one !== null; one = one.parent)
    names.unshift(one.name());
  const operands = command.registeredArguments.map((one) => {
    const name = `${one.name()}${one.variadic ? "..." : ""}`;
    return one.required ? `<${name}>` : `[${name}]`;
  });
  const flags = command.options
    .filter(({ mandatory }) => mandatory)
    .map((one) => one.flags.replace(/^-\w, (?=--)/, ""));
  return [...names, ...operands, ...flags, "[flags, see --help]"].join(" ");
}

/** Several that fail at once: drawn, where their number is given, or each by its name. */
const several = (what: "links" | "switches", value: string): string =>
  /^\d+$/.test(value)
    ? `--random-${what} ${value} draws so many; --remove, once for each, names them`
    : `--remove, once for each, names them; --random-${what} N draws so many`;

/** How the commands that make tables by one routing have the flag of OpenSM's engines, and that of `compare`. */
const byRouting = Object.fromEntries(
  ["--engine", "--engines", "--routing-engine", "-R"].map((flag) => [
    flag,
    (engine: string) => `--routing ${engine}`,
  ]),
);

/** What people type after other commands, or for a while had to: flag -> how this command has it. */
const ELSEWHERE: Readonly<
  Record<string, Readonly<Record<string, (value: string) => string>>>
> = {
  audit: byRouting,
  compare: {
    "--engine": (engine) => `--engines ${engine}`,
    "--routing": (engine) => `--engines ${engine}`,
    "-R": (engine) => `--engines ${engine}`,
  },
  export: {
    "-o": (file) => `--csv ${file} writes to a file`,
    "--output": (file) => `--csv ${file} writes to a file`,
  },
  fail: {
    ...byRouting,
    "--cable": (port) => `--remove ${port} takes the cable at a port away`,
    "--link": (port) => `--remove ${port} takes the cable at a port away`,
    "--port": (port) => `--remove ${port} takes the cable at a port away`,
    "--switch": (node) => `--remove ${node} takes a node with all its cables`,
    "--cables": (what) => several("links", what),
    "--links": (what) => several("links", what),
    "--switches": (what) => several("switches", what),
    "--node": (node) => `--remove ${node} takes a node with all its cables`,
    "--tables": (tables) =>
      `fail routes what is left, by --routing; what tables lose that stay as they are: fabriclab topology --fabric FILE --remove NODE -o broken.topo, then fabriclab audit --fabric broken.topo --tables ${tables}`,
  },
  job: byRouting,
  path: byRouting,
  route: byRouting,
  sweep: { "--slurm": () => "--executor slurm" },
};

function hintFor(
  code: string,
  argv: readonly string[],
  command: Command | undefined,
  word: string | undefined,
  similar: string | undefined,
): { readonly hint?: string } {
  const script = SCRIPTS[word ?? ""];
  if (code === "commander.unknownCommand" && script !== undefined)
    return {
      hint: `in a clone of the repository, \`pnpm ${word}\` ${script}`,
    };
  if (code === "commander.unknownOption" && word !== undefined) {
    const { flag, value } = flagIn(argv, word);
    if (flag === "--set" && command?.parent?.name() === "topology")
      return parameterFlag(word === flag ? value : word.slice(6), command);
    const known = ELSEWHERE[command?.name() ?? ""]?.[flag];
    if (known !== undefined) return { hint: known(shellWord(value)) };
    // A scenario's keys are no flags of their own.
    const isKey = topKeys.includes(flag.slice(2));
    if (isKey && command?.options.some(({ long }) => long === "--set") === true)
      return { hint: `--set ${shellWord(`${flag.slice(2)}=${value}`)}` };
    // Nor are the parameters of its parts.
    const readsScenario = command?.registeredArguments.some(
      (one) => one.name() === "scenario",
    );
    const key = readsScenario === true && parameterCalled(flag.slice(2));
    if (typeof key === "string" && value !== "…")
      return {
        hint: `a key of the scenario is changed by --set ${shellWord(`${key}=${value}`)}`,
      };
  }
  const list = code === "commander.excessArguments" ? listIn(argv) : undefined;
  if (list !== undefined)
    return { hint: `several numbers have commas between them: ${list}` };
  const [operand] = command?.args ?? [];
  if (operand?.startsWith("-") === true && command !== undefined) {
    const { flag, value } = flagIn(argv, operand);
    const known = ELSEWHERE[command.name()]?.[flag];
    if (known !== undefined) return { hint: known(shellWord(value)) };
    // A flag that a missing one hides: most likely it was meant.
    const close = nearest(operand, longFlags(command));
    return close === undefined ? {} : { hint: `did you mean ${close}?` };
  }
  // A fabric's file where other commands have their one operand; those that this one takes are none.
  const surplus = command?.args[command.registeredArguments.length];
  if (
    code === "commander.missingMandatoryOptionValue" &&
    word?.includes("--fabric") === true &&
    surplus !== undefined
  )
    return { hint: `did you mean --fabric ${shellWord(surplus)}?` };
  return similar === undefined ? {} : { hint: `did you mean ${similar}?` };
}

/** The parameter of a plugin that comes with the command which is called so, or `virtual-lanes` for `virtualLanes`. */
const parameterCalled = (name: string): string | undefined =>
  builtInPlugins()
    .flatMap(({ params }) => Object.keys(params.shape as object))
    .find((key) => key === name || kebab(key) === name);

/** `--children 16,4,4` of the first flag behind which several numbers stand apart. */
function listIn(argv: readonly string[]): string | undefined {
  const isNumber = (word: string): boolean => /^\d+$/.test(word);
  const from = argv.findIndex(
    (word, at) =>
      word.startsWith("--") &&
      argv.slice(at + 1, at + 3).filter(isNumber).length === 2,
  );
  if (from < 0) return undefined;
  const rest = argv.slice(from + 1);
  const end = rest.findIndex((word) => !isNumber(word));
  return `${argv[from]} ${rest.slice(0, end < 0 ? rest.length : end).join(",")}`;
}

/** `--flag=value` or `--flag value`; `…` for a value that is not there. */
function flagIn(
  argv: readonly string[],
  word: string,
): { readonly flag: string; readonly value: string } {
  const [flag = "", joined] = word.split("=", 2);
  const next = argv[argv.indexOf(word) + 1];
  return {
    flag,
    value: joined ?? (next === undefined || next.startsWith("-") ? "…" : next),
  };
}

/** The flag of a topology's parameter that somebody set as `--set switches=10`, which is how the other commands take those of a scenario. */
function parameterFlag(set: string, command: Command): { hint: string } {
  const [path = "", value = "…"] = set.split(/=(.*)/s, 2);
  const key = path.replace(/^topology\./, "");
  const long = `--${kebab(key)}`;
  const flags = longFlags(command);
  const flag = flags.includes(long) ? long : nearest(long, flags);
  return {
    hint: `the parameters of a topology are flags here: ${flag === undefined ? "see --help" : `${flag} ${shellWord(value)}`}`,
  };
}

/** The command that a command line names, `fabriclab topology mesh`, word by word. */
function commandIn(
  argv: readonly string[],
  program: Command | undefined,
): { readonly command: Command | undefined; readonly names: string[] } {
  const names = ["fabriclab"];
  let command = program;
  for (const word of argv) {
    const next = command?.commands.find((one) => one.name() === word);
    if (next === undefined) continue;
    names.push(word);
    command = next;
  }
  return { command, names };
}
