import type { Registry } from "@fabriclab/formats-scenario";
import { excerpt, FabricError, visible } from "@fabriclab/spec";
import { errorEntry } from "./errors/catalogue.ts";
import { ExitCode } from "./exit.ts";
import { type Io, paint } from "./io.ts";
import { lineOfFile } from "./line-of-file.ts";
import { shellWord } from "./shell-word.ts";

/** Texts that errors point into but that are no files: a scenario from stdin. */
export type Sources = ReadonlyMap<string, string>;

/** Those who may explain a code of their own. */
export interface Explaining {
  readonly registry: Registry;
  /** Named with `--plugin`. */
  readonly modules: readonly string[];
}

/**
 * Prints a refusal: code, sentence, place with the offending line, what was found, what was expected, how to mend it.
 *
 * @returns the exit code
 */
export function printRefusal(
  io: Io,
  error: FabricError,
  options: {
    readonly json: boolean;
    readonly sources: Sources;
    /** With the stack of an error that a plugin threw. */
    readonly debug: boolean;
    /** Absent = nobody was loaded yet, or no longer. */
    readonly explaining?: Explaining | undefined;
  },
): ExitCode {
  const internal = errorEntry(error.code)?.fault === "ours";
  const stack = options.debug ? stackOfPlugin(error) : undefined;
  if (options.json) {
    const { code, message, where, got, expected, hint } = error;
    io.err(
      `${JSON.stringify({ error: { code, message, where, got, expected, hint, stack } })}\n`,
    );
  } else {
    io.err(refusalText(io, error, options.sources, options.explaining));
    if (stack !== undefined) io.err(`${visible(stack)}\n`);
    if (internal) io.err(reportText([]));
  }
  return internal ? ExitCode.internal : ExitCode.usage;
}

/** Whoever writes a plugin looks for a bug of their own: any other refusal says what is wrong with the input, and needs no stack. */
const stackOfPlugin = ({ code, cause }: FabricError): string | undefined =>
  code === "E_CLI_PLUGIN_THREW" && cause instanceof Error
    ? typeof cause.cause === "string"
      ? cause.cause // of another thread
      : cause.stack
    : undefined;

/**
 * Prints an error that is none of the user's making.
 *
 * @param modules named with `--plugin`: what they return may lack what their contract asks for, which shows in our own code
 */
export function printInternal(
  io: Io,
  error: unknown,
  modules: readonly string[],
  options: { readonly json: boolean; readonly debug: boolean },
): ExitCode {
  const message = error instanceof Error ? error.message : String(error);
  const stack = error instanceof Error ? error.stack : undefined;
  if (options.json) {
    io.err(
      `${JSON.stringify({ error: { code: "E_CLI_INTERNAL", message, ...(options.debug ? { stack } : {}) } })}\n`,
    );
    return ExitCode.internal;
  }
  io.err(`${paint(io, "red", "error E_CLI_INTERNAL")}: ${visible(message)}\n`);
  io.err(
    options.debug
      ? `${visible(stack ?? "")}\n`
      : "  Add --debug for the stack.\n",
  );
  io.err(reportText(modules));
  return ExitCode.internal;
}

const reportText = (modules: readonly string[]): string =>
  modules.length === 0
    ? "  This is a bug of fabriclab. Please report it with the command, its input and `fabriclab --version`.\n"
    : `  This is a bug of fabriclab, or ${modules.map(visible).join(" or ")} gives less than its contract asks for. In the first case please report it with the command, its input and \`fabriclab --version\`.\n`;

/** The refusal as people read it. */
export function refusalText(
  io: Io,
  error: FabricError,
  sources: Sources,
  explaining?: Explaining,
): string {
  const lines = [
    `${paint(io, "red", `error ${error.code}`)}: ${paint(io, "bold", sentence(short(error.message)))}`,
  ];
  const { file, line, column, path } = error.where;
  const position =
    file === undefined
      ? undefined
      : [
          file === "" ? '""' : file,
          line,
          line === undefined ? undefined : column,
        ]
          .filter((part) => part !== undefined)
          .join(":");
  const place = [position, path].filter(
    (part) => part !== undefined && part !== "",
  );
  if (place.length > 0) lines.push(`  at        ${short(place.join("  "))}`);
  if (file !== undefined && line !== undefined) {
    const source = sourceLine(file, line, column ?? 1, sources);
    if (source !== undefined) {
      const number = String(line).padStart(7);
      const from = beginningOf(source, column ?? 1);
      const omitted = from === 0 ? "" : "…";
      lines.push(
        `${paint(io, "dim", `${number} |`)} ${omitted}${excerpt(source.slice(from), LONGEST_LINE)}`,
      );
      if (column !== undefined) {
        const lead =
          `${omitted}${excerpt(source.slice(from, column - 1), LONGEST_LINE)}`.replace(
            /[^\t]/g,
            " ",
          );
        lines.push(
          `${paint(io, "dim", "        |")} ${lead}${paint(io, "red", "^")}`,
        );
      }
    }
  }
  const row = (name: string, value: string | undefined): void => {
    if (value !== undefined) {
      lines.push(`  ${name.padEnd(10)}${value === "" ? '""' : short(value)}`);
    }
  };
  row("got", error.got);
  row("expected", error.expected);
  row("hint", error.hint);
  row("more", explainedBy(error.code, explaining));
  return `${lines.join("\n")}\n`;
}

/** The command that explains a code; undefined where none does, as with the code of a plugin that has no `errors`. */
function explainedBy(code: string, by?: Explaining): string | undefined {
  const command = `fabriclab explain ${code}`;
  if (errorEntry(code) !== undefined) return command;
  return by === undefined || errorEntry(code, by.registry) === undefined
    ? undefined
    : `${command}${by.modules.map((module) => ` --plugin ${shellWord(module)}`).join("")}`;
}

/** Longest line of a file beneath its place. */
const LONGEST_LINE = 200;

/** Of a UTF-16 code unit in UTF-8. */
const MOST_BYTES = 3;

/** Longest piece of a refusal: names and lines of somebody else's file may hold megabytes. */
const LONGEST = 1000;

const short = (text: string): string => excerpt(text, LONGEST);

/** With a capital first and a full stop last, unless it begins with a name. */
function sentence(message: string): string {
  const text = /^[a-z]+( |$)/.test(message)
    ? message.slice(0, 1).toUpperCase() + message.slice(1)
    : message;
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

/**
 * Where the part of a line begins that is shown: far to the right, as in JSON without line ends, the place would else lie behind what is shown.
 *
 * @param column from 1
 */
function beginningOf(source: string, column: number): number {
  if (column <= LONGEST_LINE) return 0;
  const from = column - LONGEST_LINE / 2;
  return LOW_SURROGATE.test(source.charAt(from)) ? from - 1 : from;
}

const LOW_SURROGATE = /[\udc00-\udfff]/;

function sourceLine(
  file: string,
  line: number,
  column: number,
  sources: Sources,
): string | undefined {
  if (file.endsWith(".gz")) return undefined;
  try {
    const text = sources.get(file);
    return text === undefined
      ? lineOfFile(file, line, MOST_BYTES * (column + LONGEST_LINE))
      : text.split(/\r?\n/)[line - 1];
  } catch {
    return undefined; // the place is still named; only its text cannot be shown
  }
}
