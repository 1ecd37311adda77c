import { writeSync } from "node:fs";
import { FabricError } from "@fabriclab/spec";
import { ExitCode } from "./exit.ts";

/** Where a command's words go. Tests pass their own; nothing else in the command touches the terminal. */
export interface Io {
  /** Results. */
  readonly out: (text: string) => void;
  /** Everything else: progress, summaries, warnings, refusals. */
  readonly err: (text: string) => void;
  /** Whether `err` is a terminal, so that a line may be overwritten. */
  readonly interactive: boolean;
  /** Whether escape codes for colour are welcome, on either stream. */
  readonly color: boolean;
  /** Width of the terminal in characters. */
  readonly columns: number;
  /** What stands for the beginning of an escape code while a report is written; default: the code itself. See `visibleReport`. */
  readonly mark?: string;
}

/**
 * The process's own streams. A closed pipe (`| head`) ends the command without a word and with 141, as SIGPIPE ends shell tools: what was
 * found may not have been told, and 0 would say that all is well. What standard error does not take, because nobody reads it or
 * its disk is full, is dropped, and the command goes on to its result.
 */
export function processIo(): Io {
  const write =
    (fd: number) =>
    (text: string): void => {
      // Why: synchronous, so that nothing is lost when the process exits, and in order with what a worker's crash prints.
      let rest = Buffer.from(text, "utf8");
      while (rest.length > 0) {
        try {
          rest = rest.subarray(writeSync(fd, rest));
        } catch (error) {
          const code = (error as NodeJS.ErrnoException).code;
          if (code === "EAGAIN") continue;
          if (fd === 2) return;
          if (code === "EPIPE") process.exit(ExitCode.closedPipe);
          throw new FabricError({
            code: "E_CLI_UNWRITABLE_OUTPUT",
            message: "Nothing more can be written to standard output.",
            where: { path: "standard output" },
            got: error instanceof Error ? error.message : String(error),
            expected: "a terminal, file or pipe that takes the result",
            cause: error,
          });
        }
      }
    };
  const { TERM: term, NO_COLOR: noColor = "" } = process.env;
  return {
    out: write(1),
    err: write(2),
    interactive: process.stderr.isTTY && term !== "dumb",
    // As https://no-color.org has it: set to anything but nothing.
    color:
      term !== "dumb" &&
      process.stderr.isTTY &&
      process.stdout.isTTY &&
      noColor === "",
    // A terminal that does not know its width says 0.
    columns:
      [process.stderr.columns, process.stdout.columns].find(
        (width: number | undefined) => width !== undefined && width > 0,
      ) ?? 100,
  };
}

/** The same, without colour. */
export const colorless = (io: Io): Io => ({ ...io, color: false });

const codes = { bold: [1, 22], red: [31, 39], cyan: [36, 39], dim: [2, 22] };

/** Wraps `text` in an escape code where `io` welcomes it. */
export const paint = (
  io: Io,
  style: keyof typeof codes,
  text: string,
): string => {
  const [on, off] = codes[style] as [number, number];
  const code = (number: number): string =>
    io.mark === undefined ? `\u001B[${number}m` : `${io.mark}${number};`;
  return io.color ? `${code(on)}${text}${code(off)}` : text;
};
