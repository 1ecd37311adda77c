import { excerpt, FabricError, type ErrorPlace } from "@fabriclab/spec";
import type { SourceLine } from "./source-lines.ts";

/** Reads one line from left to right; a refusal knows its column. */
export class Scanner {
  readonly text: string;
  readonly line: number;
  readonly file: string | undefined;
  readonly #code: `E_${string}` | undefined;
  #at = 0;

  /** @param code of its refusals; default: that of {@link refusal} */
  constructor(
    { text, number }: SourceLine,
    file: string | undefined,
    code?: `E_${string}`,
  ) {
    this.text = text;
    this.line = number;
    this.file = file;
    this.#code = code;
  }

  /** Where it stands. */
  get place(): LinePlace {
    return { line: this.line, column: this.#at + 1 };
  }

  /** Matches `pattern` (sticky) at the present place, after white space; moves on and returns its groups, or stays and returns undefined. */
  try(pattern: RegExp): RegExpExecArray | undefined {
    while (/\s/.test(this.text[this.#at] ?? "")) this.#at += 1;
    pattern.lastIndex = this.#at;
    const match = pattern.exec(this.text) ?? undefined;
    if (match !== undefined) this.#at = pattern.lastIndex;
    return match;
  }

  /** The same, but refuses where it does not match. */
  need(pattern: RegExp, expected: string): RegExpExecArray {
    const match = this.try(pattern);
    if (match !== undefined) return match;
    throw this.refusal("the line cannot be read from here on", expected);
  }

  /** What is left, without the white space around it. */
  rest(): string {
    return this.text.slice(this.#at).trim();
  }

  /** Whether a blank or the end of the line comes next. */
  atBlank(): boolean {
    return /^\s?$/.test(this.text[this.#at] ?? "");
  }

  /** Refuses what is left of the line. */
  end(expected: string): void {
    if (this.rest() !== "")
      throw this.refusal("the line does not end here", expected);
  }

  refusal(message: string, expected: string, hint?: string): FabricError {
    return refusal(this.file, this.place, {
      ...(this.#code === undefined ? {} : { code: this.#code }),
      message,
      got: this.rest() === "" ? `the end of: ${this.text}` : this.rest(),
      expected,
      hint,
    });
  }
}

/** A place in a file whose name the reader knows. */
export interface LinePlace {
  readonly line: number;
  readonly column: number;
}

/** What is wrong at a place. */
export interface Refusal {
  /** Default: E_READING_SYNTAX. */
  readonly code?: `E_${string}`;
  readonly message: string;
  readonly got: string;
  readonly expected: string;
  readonly hint?: string | undefined;
}

/** A refusal with file, line and column. */
export function refusal(
  file: string | undefined,
  { line, column }: LinePlace,
  { code = "E_READING_SYNTAX", message, got, expected, hint }: Refusal,
): FabricError {
  const where: ErrorPlace = {
    ...(file === undefined ? {} : { file }),
    line,
    column,
  };
  return new FabricError({
    code,
    message,
    where,
    got: excerpt(got, 200),
    expected,
    ...(hint === undefined ? {} : { hint }),
  });
}
