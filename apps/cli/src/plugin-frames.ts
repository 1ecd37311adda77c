import { existsSync, realpathSync } from "node:fs";
import { dirname, join, sep } from "node:path";
import { fileURLToPath } from "node:url";

/** A line of an error's stack. */
export interface Frame {
  readonly file: string;
  /** 1-based. */
  readonly line: number;
  /** 1-based. */
  readonly column: number;
  /** The function, as it is called: `create`, `Rule.candidates`. */
  readonly call: string;
}

/** `    at Object.create (file:///a/b.mjs:1:2)`, `    at file:///a/b.mjs:1:2`: as V8 writes them. */
const FRAME =
  /^ {4}at (?:async )?(?:(.*) \()?((?:file:\/\/|\/|[A-Za-z]:\\).*?)(?:\?[^:]*)?:(\d+):(\d+)\)?$/;

/** The file of a module by its URL; undefined where it is none (`node:path`). */
export function entryOfPlugin(url: string): string | undefined {
  try {
    return realpathSync(fileURLToPath(url));
  } catch {
    return undefined; // no file: then no frame is in it
  }
}

/**
 * Those lines of an error's stack that lie in the package of a module, innermost first; where the module lies in no package, in its folder. None for what is no
 * Error.
 *
 * Why the package: a module imports files of its own. Why not what it depends on: those are other packages, fabriclab's among them.
 *
 * @param entry file of the module
 */
export function framesIn(entry: string | undefined, error: unknown): Frame[] {
  if (entry === undefined || !(error instanceof Error)) return [];
  const home = packageOf(entry);
  const around = dirname(entry) + sep;
  const isOurs = home === packageOf(import.meta.filename);
  return framesOf(error).filter(
    ({ file }) =>
      file === entry ||
      (!isOurs &&
        packageOf(file) === home &&
        (home !== undefined || file.startsWith(around))),
  );
}

function framesOf({ stack = "", cause }: Error): Frame[] {
  // An error that crossed a thread has the stack of there as its cause.
  const text = typeof cause === "string" ? cause : stack;
  return text.split("\n").flatMap((one) => {
    const [, call = "", place = "", line, column] = FRAME.exec(one) ?? [];
    if (line === undefined || column === undefined) return [];
    return [
      {
        file: place.startsWith("file:") ? fileURLToPath(place) : place,
        line: Number(line),
        column: Number(column),
        call: call.replace(/^Object\.| \[as .*\]$/g, "") || "a function",
      },
    ];
  });
}

/** The folder of the package that a file belongs to; undefined where there is none above it. */
function packageOf(file: string): string | undefined {
  for (let folder = dirname(file); ; folder = dirname(folder)) {
    if (existsSync(join(folder, "package.json"))) return folder;
    if (folder === dirname(folder)) return undefined;
  }
}
