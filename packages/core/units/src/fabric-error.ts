/**
 * The one error type of fabriclab.
 *
 * It lives beside the units because they are the lowest package that must be able to refuse a value; `@fabriclab/spec` re-exports it.
 */

/** Where the offending value stood: a file position, a scenario key, a command-line flag, or a place in a fabric. */
export interface ErrorPlace {
  readonly file?: string;
  /** 1-based. */
  readonly line?: number;
  /** 1-based. */
  readonly column?: number;
  /** A path such as `traffic[0].load`, a flag such as `--ports`, or a place such as `SW<20,1>:3`. */
  readonly path?: string;
}

export interface FabricErrorInit {
  /** `E_<PACKAGE>_<WHAT>`, unique in the project. */
  readonly code: `E_${string}`;
  /** One sentence that says what is wrong. */
  readonly message: string;
  readonly where?: ErrorPlace;
  /** What was found, as the user wrote it. */
  readonly got?: string;
  /** What would have been accepted. */
  readonly expected?: string;
  /** How to mend it. */
  readonly hint?: string;
  readonly cause?: unknown;
}

// Why: a registry symbol, not instanceof: two copies of this package may be installed side by side.
const marker = Symbol.for("fabriclab.FabricError");

/** A refusal with a code, a place, what was found, what was expected, and how to mend it. */
export class FabricError extends Error {
  readonly code: `E_${string}`;
  readonly where: ErrorPlace;
  readonly got: string | undefined;
  readonly expected: string | undefined;
  readonly hint: string | undefined;

  constructor(init: FabricErrorInit) {
    super(
      init.message,
      init.cause === undefined ? undefined : { cause: init.cause },
    );
    // Why the code, too: stack traces and test runners print the name and the message only.
    this.name = `FabricError [${init.code}]`;
    this.code = init.code;
    this.where = init.where ?? {};
    this.got = init.got;
    this.expected = init.expected;
    this.hint = init.hint;
    Object.defineProperty(this, marker, { value: true });
  }

  /** True for every FabricError, also one thrown by another installed copy of this package. */
  static is(error: unknown): error is FabricError {
    return typeof error === "object" && error !== null && marker in error;
  }

  /** The same error with (more of) its place filled in, for callers that know the file or the key. */
  at(where: ErrorPlace): FabricError {
    return this.#in({ ...where, ...this.where });
  }

  /** The same error with another path, for callers that know within what the path stands. */
  moved(path: string): FabricError {
    return this.placed({ ...this.where, path });
  }

  /** The same error at another place, for callers that know better where what is wrong was written. */
  placed(where: ErrorPlace): FabricError {
    return this.#in(where);
  }

  /** The same error with another hint, for callers that know better how to mend it. */
  hinting(hint: string): FabricError {
    return this.#in(this.where, hint);
  }

  #in(where: ErrorPlace, hint = this.hint): FabricError {
    const again = refusal({
      code: this.code,
      message: this.message,
      where,
      ...(this.got === undefined ? {} : { got: this.got }),
      ...(this.expected === undefined ? {} : { expected: this.expected }),
      ...(hint === undefined ? {} : { hint }),
      ...(this.cause === undefined ? {} : { cause: this.cause }),
    });
    // It was thrown where the first was: nobody looks for who filled in its place.
    if (this.stack !== undefined) again.stack = this.stack;
    return again;
  }
}

/** Why: where a class names itself, esbuild calls it `_FabricError`, and so do stack traces then. */
const refusal = (init: FabricErrorInit): FabricError => new FabricError(init);
