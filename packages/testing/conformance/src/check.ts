import { FabricError } from "@fabriclab/spec";

/** One thing that must hold. */
export interface Check {
  /** A sentence: `every LID is reached from every host`. */
  readonly name: string;
  /** @throws ConformanceFailure where it does not hold */
  run(): void;
}

/** What a test runner must offer; vitest, jest, mocha and node:test all do. */
export interface Runner {
  describe(name: string, body: () => void): void;
  it(name: string, body: () => void): void;
}

/** What does not hold, where it was seen, and what to do about it. */
export interface Finding {
  /** `SW<20,1> sends LID 33 nowhere` */
  readonly what: string;
  /** Fabric, switch, pair, option: as near as can be told; empty = nowhere in particular. */
  readonly where: string;
  readonly todo: string;
}

/** A check that failed. */
export class ConformanceFailure extends Error {
  readonly check: string;
  readonly finding: Finding;

  constructor(check: string, finding: Finding, cause?: unknown) {
    super(
      [
        `${check}: ${finding.what}`,
        ...(finding.where === "" ? [] : [`  where: ${finding.where}`]),
        `  to do: ${finding.todo}`,
      ].join("\n"),
      cause === undefined ? undefined : { cause },
    );
    this.name = "ConformanceFailure";
    this.check = check;
    this.finding = finding;
  }
}

/** Hands checks to a test runner, one test each. */
export function register(
  runner: Runner,
  title: string,
  checks: readonly Check[],
): void {
  runner.describe(title, () => {
    for (const check of checks) runner.it(check.name, () => check.run());
  });
}

/** Makes a check of a function that returns what it found, if anything; errors of the plugin become findings. */
export function check(name: string, search: () => Finding | undefined): Check {
  return {
    name,
    run() {
      let finding: Finding | undefined;
      try {
        finding = search();
      } catch (error) {
        throw new ConformanceFailure(name, findingOf(error), error);
      }
      if (finding !== undefined) throw new ConformanceFailure(name, finding);
    },
  };
}

function findingOf(error: unknown): Finding {
  if (!FabricError.is(error))
    return {
      what: `the plugin threw ${error instanceof Error ? `${error.name}: ${error.message}` : String(error)}`,
      where:
        error instanceof Error
          ? (error.stack?.split("\n")[1]?.trim() ?? "")
          : "",
      todo: "a plugin may throw FabricError only, with a code of its own; mend the bug, or refuse the input",
    };
  if (error.code.endsWith("_NOT_WRITTEN"))
    return {
      what: `${error.message} (${error.code})`,
      where: placeOf(error),
      todo:
        error.hint ??
        "write the algorithm in src/, then say in src/plugin.ts what it claims",
    };
  return {
    what: `the plugin refused what it should serve: ${error.message} (${error.code}${error.got === undefined ? "" : `, got ${error.got}`}${error.expected === undefined ? "" : `, expected ${error.expected}`})`,
    where: placeOf(error),
    todo:
      error.hint ??
      "serve it, or leave it out of the cases and say so in the claims",
  };
}

function placeOf({ where }: FabricError): string {
  const file = [where.file, where.line, where.column]
    .filter((part) => part !== undefined)
    .join(":");
  return [file, where.path]
    .filter((part) => part !== undefined && part !== "")
    .join(" ");
}

/** Runs a function that must refuse, with a typed error whose code matches. */
export function refusalOf(
  run: () => unknown,
  code: RegExp,
): Omit<Finding, "where"> | undefined {
  let result: unknown;
  try {
    result = run();
  } catch (error) {
    if (!FabricError.is(error))
      return {
        what: `it threw ${String(error)} instead of a FabricError`,
        todo: `throw FabricError with a code like ${String(code)}`,
      };
    if (code.test(error.code)) return undefined;
    // Not written yet: the message for that is better than one about codes.
    if (error.code.endsWith("_NOT_WRITTEN")) throw error;
    return {
      what: `it was refused as ${error.code}`,
      todo: `use a code like ${String(code)}, so that callers can tell this refusal from others`,
    };
  }
  return {
    what: `it was accepted (${typeof result})`,
    todo: `refuse it with a FabricError whose code is like ${String(code)}`,
  };
}
