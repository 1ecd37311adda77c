import {
  accessSync,
  closeSync,
  constants,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, resolve } from "node:path";
import { draftOf } from "./draft-name.ts";
import { FabricError } from "@fabriclab/spec";

/** A directory that appears whole, or not at all. */
export interface OutputDirectory {
  /**
   * Writes its files, piece by piece (a table may be longer than a string may be), and puts it into its place.
   *
   * Ctrl-C and SIGTERM meanwhile leave no trace of it, and end the process with 130 and a word, where the command does not hear them itself.
   */
  fill(files: Iterable<OutputFile>): Promise<void>;
}

type OutputFile = readonly [name: string, pieces: Iterable<string>];

/** Characters written between two looks for signals: some milliseconds. */
const LOOK_EVERY = 1 << 22;

/**
 * Prepares a directory of results: checked now, written beside its final place, and put there at `commit`.
 *
 * @param force allow a directory that has files; files of the same names are replaced, others stay
 * @throws FabricError `E_CLI_UNWRITABLE_OUTPUT`, `E_CLI_OUTPUT_NOT_EMPTY`
 */
export function outputDirectory(
  directory: string,
  options: { readonly force: boolean; readonly flag?: string },
): OutputDirectory {
  const flag = options.flag ?? "-o";
  const target = resolve(directory);
  const parent = dirname(target);
  const draft = draftOf(target);
  let made: string | undefined;
  let begun = false;
  const clear = (): void => {
    if (begun) rmSync(draft, { recursive: true, force: true });
    if (made !== undefined) rmSync(made, { recursive: true, force: true });
    begun = false;
    made = undefined;
  };
  const writing = <T>(act: () => T): T => {
    try {
      return act();
    } catch (error) {
      clear();
      throw unwritable(directory, error, flag);
    }
  };
  const found = writing(() => {
    // Why: resolved, it would be the current folder.
    if (directory === "") throw new Error("no name");
    if (directory === "-") throw new Error(NOT_STDOUT);
    const existing = statSync(target, { throwIfNoEntry: false });
    if (existing === undefined) {
      accessSync(firstExisting(parent), constants.W_OK | constants.X_OK);
      return [];
    }
    if (!existing.isDirectory()) throw new Error("it is a file");
    accessSync(target, constants.W_OK | constants.X_OK);
    return readdirSync(target);
  });
  if (found.length > 0 && !options.force) {
    throw new FabricError({
      code: "E_CLI_OUTPUT_NOT_EMPTY",
      message: `The folder ${directory} holds files already.`,
      where: { file: directory, path: flag },
      got: `${found.length} ${found.length === 1 ? "entry" : "entries"}, such as ${found.slice(0, 3).join(", ")}`,
      expected: "a directory that is empty or does not exist",
      hint: "add --force to replace the files of the same names",
    });
  }
  const begin = (): void => {
    made = makeFolders(parent);
    mkdirSync(draft);
    begun = true;
  };
  const commit = (): void => {
    if (statSync(target, { throwIfNoEntry: false }) === undefined) {
      renameSync(draft, target);
    } else {
      for (const name of readdirSync(draft))
        renameSync(join(draft, name), join(target, name));
      rmSync(draft, { recursive: true, force: true });
    }
    begun = false;
    made = undefined;
  };
  return {
    async fill(files) {
      const release = unlessHeard(() => {
        clear();
        process.stderr.write(`interrupted: ${directory} is not written\n`);
        process.exit(130);
      });
      let unlooked = 0;
      try {
        writing(begin);
        for (const [name, pieces] of files) {
          const file = writing(() => openSync(join(draft, name), "w"));
          try {
            for (const piece of pieces) {
              writing(() => {
                writeFileSync(file, piece);
              });
              unlooked += piece.length;
              if (unlooked < LOOK_EVERY) continue;
              unlooked = 0;
              await new Promise((resolve) => setImmediate(resolve));
            }
          } finally {
            closeSync(file);
          }
        }
        writing(commit);
      } finally {
        release();
        clear();
      }
    },
  };
}

/** Hears the signals that end a process, where nobody does yet. @returns what ends it */
function unlessHeard(act: () => void): () => void {
  const heard = (["SIGINT", "SIGTERM"] as const).filter(
    (signal) => process.listenerCount(signal) === 0,
  );
  for (const signal of heard) process.on(signal, act);
  return () => {
    for (const signal of heard) process.off(signal, act);
  };
}

/**
 * Makes sure that a folder is there and may be written to.
 *
 * @throws FabricError `E_CLI_UNWRITABLE_OUTPUT`
 */
export function ensureFolder(folder: string, flag = "-o"): void {
  try {
    // Why: resolved, it would be the current folder.
    if (folder === "") throw new Error("no name");
    if (folder === "-") throw new Error(NOT_STDOUT);
    const target = resolve(folder);
    makeFolders(target);
    if (!statSync(target).isDirectory()) throw new Error("it is a file");
    accessSync(target, constants.W_OK | constants.X_OK);
  } catch (error) {
    throw unwritable(folder, error, flag);
  }
}

/**
 * Makes a folder and those above it that are missing.
 *
 * Why not `mkdirSync` with `recursive`: below a folder that refuses with ENOENT, such as /proc, it never returns.
 *
 * @returns the topmost folder made, undefined when all were there
 */
function makeFolders(folder: string): string | undefined {
  if (statSync(folder, { throwIfNoEntry: false }) !== undefined) {
    return undefined;
  }
  const above = makeFolders(dirname(folder));
  mkdirSync(folder);
  return above ?? folder;
}

/** The nearest folder above that exists. */
function firstExisting(folder: string): string {
  let here = folder;
  while (statSync(here, { throwIfNoEntry: false }) === undefined) {
    const above = dirname(here);
    if (above === here) return here;
    here = above;
  }
  if (!statSync(here).isDirectory()) throw new Error(`${here} is a file`);
  return here;
}

/** Why `-` is refused where something else goes to standard output. */
export const NOT_STDOUT =
  "a name that stands for standard output, where other things go (./- is a file of that name)";

/** The refusal of an output that the system refused. */
export const unwritable = (
  file: string,
  error: unknown,
  flag: string,
): FabricError =>
  new FabricError({
    code: "E_CLI_UNWRITABLE_OUTPUT",
    message: `The result cannot be written to ${file === "" ? '""' : file}.`,
    where: { file, path: flag },
    got: reason(error),
    expected: "a place that you may write to",
    cause: error,
  });

/** The system's reason without its repetition of the path. */
export function reason(error: unknown): string {
  const code = (error as NodeJS.ErrnoException).code;
  switch (code) {
    case "ENOENT":
      return "no such file or directory";
    case "EACCES":
    case "EPERM":
      return "permission denied";
    case "EROFS":
      return "the file system is read-only";
    case "ENOSPC":
      return "no space left on the device";
    case "ENOTDIR":
      return "a part of the path is a file, not a directory";
    case "EISDIR":
      return "it is a directory";
    default:
      return error instanceof Error ? error.message : String(error);
  }
}
