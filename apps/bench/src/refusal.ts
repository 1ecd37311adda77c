import { FabricError } from "@fabriclab/spec";

/** What is refused: `option`: what was asked; `file`: figures that cannot be read; `output`: a place that cannot be written; `program`: one that is not there. */
type Refused = "OPTION" | "FILE" | "OUTPUT" | "PROGRAM";

/** A refusal before anything is measured. */
export const refused = (
  what: Refused,
  path: string,
  message: string,
  more: {
    readonly got?: string;
    readonly expected?: string;
    readonly hint?: string;
    readonly cause?: unknown;
  } = {},
): FabricError =>
  new FabricError({
    code: `E_BENCH_${what}`,
    message,
    where: { path },
    ...more,
  });

/** A refusal as people read it: code, sentence, place, what was found, what was expected, how to mend it. */
export function refusalText(error: FabricError): string {
  const { code, message, where, got, expected, hint } = error;
  return [
    `error ${code}: ${message}`,
    ...Object.entries({ at: where.path, got, expected, hint }).flatMap(
      ([name, text]) =>
        text === undefined ? [] : [`  ${name.padEnd(9)} ${text}`],
    ),
    "",
  ].join("\n");
}

/** The sentence of what the system says of a file: `ENOENT: no such file or directory, open 'x'` -> `no such file or directory`. */
export const systemsWord = (error: unknown): string =>
  error instanceof Error
    ? error.message.replace(/^[A-Z]+: /, "").replace(/, \w+.*$/s, "")
    : String(error);
