import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Command, CommanderError } from "commander";
import { apps, libraries, root } from "@fabriclab/tooling-check";

/** Programs of others that documents may name; their flags are not ours to check. */
const foreign = new Set([
  "ibnetdiscover",
  "dump_fts",
  "dump_lfts",
  "dump_lfts.sh",
  "dump_mfts",
  "opensm",
  "ibsim",
  "ibdmchk",
  "ibdiagnet",
  "apt-get",
  "sbatch",
  "squeue",
  "scancel",
  "duckdb",
  "python3",
  "cd",
  "ls",
  "cat",
  "cp",
  "mkdir",
  "echo",
  "REGEN=1",
]);

/** Words of a line as a shell splits them, quotes taken off, without its comment. */
export function shellWords(line: string): string[] {
  const words: string[] = [];
  for (const [, single, double, bare] of line.matchAll(
    /'([^']*)'|"([^"]*)"|([^\s'"]+)/g,
  )) {
    if (bare?.startsWith("#") === true) break;
    words.push(single ?? double ?? bare ?? "");
  }
  return words;
}

/** The commands of a line: parts between `&&`, `||`, `;` and `|`, without redirections. */
function commandsOf(line: string): string[][] {
  const commands: string[][] = [[]];
  for (const word of shellWords(line)) {
    if (["&&", "||", ";", "|"].includes(word)) commands.push([]);
    else commands.at(-1)?.push(word);
  }
  return commands
    .map((words) => {
      const redirected = words.findIndex((word) => /^\d?[<>]/.test(word));
      return redirected === -1 ? words : words.slice(0, redirected);
    })
    .filter((words) => words.length > 0);
}

/** Parses as the command does, and runs nothing. */
function silence(command: Command): void {
  command.action(() => undefined).exitOverride();
  command.configureOutput({
    writeOut: () => undefined,
    writeErr: () => undefined,
  });
  command.commands.forEach(silence);
}

/** What commander says of a command that is only named: a sentence may leave its arguments out. */
const leftOut = new Set([
  "commander.missingArgument",
  "commander.missingMandatoryOptionValue",
  "commander.optionMissingArgument",
]);

/** A document's command lines against the program and the repository that they speak of. */
export class CommandCheck {
  readonly #program: () => Command;
  readonly #scripts: ReadonlySet<string>;
  readonly #packages: ReadonlySet<string>;

  /** @param program makes the tree of `fabriclab`'s commands, anew for each line */
  constructor(program: () => Command) {
    this.#program = program;
    const { scripts } = JSON.parse(
      readFileSync(join(root, "package.json"), "utf8"),
    ) as { readonly scripts: Readonly<Record<string, string>> };
    this.#scripts = new Set(Object.keys(scripts));
    this.#packages = new Set(
      [...libraries(), ...apps()].map(({ manifest }) => manifest.name),
    );
  }

  /** What is wrong with one line of a shell; undefined = nothing. */
  problem(line: string): string | undefined {
    for (const words of commandsOf(line)) {
      const found = this.#command(words);
      if (found !== undefined) return `${found}: ${line}`;
    }
    return undefined;
  }

  /** What is wrong with a command that a sentence names, such as `fabriclab audit --json`; undefined = nothing. */
  problemInProse(code: string): string | undefined {
    const [words = []] = commandsOf(code.replace(/^(npx -y )?pnpm(@12)? /, ""));
    if (words[0] !== "fabriclab") return undefined;
    const argv = words.slice(1).filter((word) => word !== "…");
    const found = this.fabriclab(argv, { partly: true });
    return found === undefined ? undefined : `${found}: ${code}`;
  }

  #command(words: readonly string[]): string | undefined {
    const [program = "", ...rest] = words;
    if (program === "npx") return this.#npx(rest);
    if (program === "pnpm") return this.#pnpm(rest);
    if (program === "npm") return this.#npm(rest);
    if (program === "fabriclab") return this.fabriclab(rest);
    if (program.includes("/"))
      return existsSync(join(root, program)) ? undefined : "no such file";
    return foreign.has(program) ? undefined : `an unknown program, ${program}`;
  }

  #npx(words: readonly string[]): string | undefined {
    const rest = words.filter((word) => word !== "-y");
    const [name = "", ...args] = rest;
    if (name === "pnpm@12") return this.#pnpm(args);
    if (name === "fabriclab") return this.fabriclab(args);
    return `an unknown program, ${name}`;
  }

  #pnpm([script = "", ...args]: readonly string[]): string | undefined {
    if (script === "--filter-prod" || script === "--filter") {
      const [which = "", ...rest] = args;
      // `name...` is a package with those that it depends on
      return this.#noPackage(which.replace(/\.\.\.$/, "")) ?? this.#pnpm(rest);
    }
    if (script === "fabriclab") return this.fabriclab(args);
    if (["install", "exec", "pack"].includes(script)) return undefined;
    return this.#scripts.has(script)
      ? undefined
      : `package.json has no script ${script}`;
  }

  #npm([verb = "", ...names]: readonly string[]): string | undefined {
    if (!["i", "install", "init"].includes(verb))
      return `an unknown npm ${verb}`;
    for (const name of names.flatMap(braces)) {
      const found = name.startsWith("@fabriclab/")
        ? this.#noPackage(name)
        : undefined;
      if (found !== undefined) return found;
    }
    return undefined;
  }

  #noPackage(name: string): string | undefined {
    return this.#packages.has(name) ? undefined : `there is no package ${name}`;
  }

  /** What the program says against a command line: an unknown command or flag, a missing value. */
  fabriclab(
    argv: readonly string[],
    options: { readonly partly?: boolean } = {},
  ): string | undefined {
    const program = this.#program();
    silence(program);
    try {
      program.parse(argv, { from: "user" });
      return undefined;
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      if (
        error instanceof CommanderError &&
        (error.exitCode === 0 ||
          (options.partly === true && leftOut.has(error.code)))
      )
        return undefined;
      return error.message;
    }
  }
}

/** `a{b,c}` as a shell writes it out. */
function braces(word: string): string[] {
  const parts = /^(.*)\{([^{}]*)\}(.*)$/.exec(word);
  if (parts === null) return [word];
  const [, before = "", inside = "", after = ""] = parts;
  return inside.split(",").map((one) => `${before}${one}${after}`);
}
