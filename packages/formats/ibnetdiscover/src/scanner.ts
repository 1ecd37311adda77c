import { excerpt, FabricError, type ErrorPlace } from "@fabriclab/spec";

/** Reads one line from left to right; a refusal knows its column. */
export class Scanner {
  readonly text: string;
  readonly line: number;
  readonly #file: string | undefined;
  #at = 0;

  constructor(text: string, line: number, file: string | undefined) {
    this.text = text;
    this.line = line;
    this.#file = file;
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
    if (match === undefined)
      throw this.refusal(
        "E_IBNETDISCOVER_SYNTAX",
        "the line cannot be read from here on",
        expected,
      );
    return match;
  }

  /** What is left, without the white space around it. */
  rest(): string {
    return this.text.slice(this.#at).trim();
  }

  refusal(
    code: `E_${string}`,
    message: string,
    expected: string,
    hint?: string,
  ): FabricError {
    const rest = this.rest();
    // A line that was read to its end is wrong as a whole in what it says; only one that cannot be read lacks something there.
    const whole = rest === "" && code !== "E_IBNETDISCOVER_SYNTAX";
    const where: ErrorPlace = {
      ...(this.#file === undefined ? {} : { file: this.#file }),
      line: this.line,
      column: whole
        ? this.text.length - this.text.trimStart().length + 1
        : this.#at + 1,
    };
    return new FabricError({
      code,
      message,
      where,
      got: excerpt(
        whole
          ? this.text.trim()
          : rest === ""
            ? `the end of: ${this.text}`
            : rest,
        200,
      ),
      expected,
      ...(hint === undefined ? {} : { hint }),
    });
  }
}
