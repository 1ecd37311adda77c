import {
  accessSync,
  constants,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, resolve } from "node:path";
import { draftOf } from "./draft-name.ts";
import { NOT_STDOUT, unwritable } from "./files.ts";

/**
 * Writes a file so that it is there whole or not at all: beside its place first, then renamed. A link keeps leading where it led; what is no file
 * (/dev/stdout, a named pipe) is written to as it is.
 *
 * @throws FabricError `E_CLI_UNWRITABLE_OUTPUT`
 */
export const writeText = (file: string, text: string, flag = "-o"): void => {
  writeBytes(file, text, flag);
};

/**
 * As {@link writeText}, for what is no text.
 *
 * @throws FabricError `E_CLI_UNWRITABLE_OUTPUT`
 */
export const writeBytes = (
  file: string,
  content: string | Uint8Array,
  flag = "-o",
): void => {
  writeTogether(new Map([[file, content]]), flag);
};

/**
 * As {@link writeText}, for files that are of use only together: none takes its place before all are written beside theirs.
 *
 * @param files file -> content
 * @throws FabricError `E_CLI_UNWRITABLE_OUTPUT` with the file that could not be written
 */
export function writeTogether(
  files: ReadonlyMap<string, string | Uint8Array>,
  flag = "-o",
): void {
  const drafts: { file: string; draft: string; path: string }[] = [];
  let current = "";
  try {
    for (const [file, content] of files) {
      current = file;
      const { path, isDevice } = placeOf(file);
      if (isDevice) {
        writeFileSync(path, content);
        continue;
      }
      const draft = draftOf(path);
      drafts.push({ file, draft, path });
      writeFileSync(draft, content, { flag: "wx" });
    }
    for (const { file, draft, path } of drafts) {
      current = file;
      renameSync(draft, path);
    }
  } catch (error) {
    for (const { draft } of drafts) removeDraft(draft);
    throw unwritable(current, error, flag);
  }
}

function removeDraft(draft: string): void {
  try {
    rmSync(draft, { force: true });
  } catch {
    // A draft that cannot even be looked for (its name is too long) was never made; what went wrong first is what is told.
  }
}

/** Whether other files can stand beside an output: beside a device or a pipe, nobody would look for them. */
export const hasPlaceBeside = (file: string): boolean =>
  !placeOf(file).isDevice;

/**
 * Refuses, before any work is done, a file that could not be written at its end, or that would take the place of one that the command reads.
 *
 * @param reads files that the command reads; undefined for those that were not named
 * @throws FabricError `E_CLI_UNWRITABLE_OUTPUT`
 */
export function checkWritableFile(
  file: string,
  flag = "-o",
  reads: readonly (string | undefined)[] = [],
): void {
  try {
    const { path, isDevice } = placeOf(file);
    if (isDevice) {
      accessSync(path, constants.W_OK);
      return;
    }
    if (reads.some((read) => read !== undefined && isSameFile(read, path)))
      throw new Error("a file that the command reads, which would be lost");
    if (!statSync(dirname(path)).isDirectory())
      throw new Error(`${dirname(file)} is no directory`);
    accessSync(dirname(path), constants.W_OK | constants.X_OK);
  } catch (error) {
    throw unwritable(file, error, flag);
  }
}

/** Whether both names lead to one file that is there. */
function isSameFile(one: string, other: string): boolean {
  const [a, b] = [one, other].map((file) =>
    statSync(file, { throwIfNoEntry: false }),
  );
  return a !== undefined && a.dev === b?.dev && a.ino === b.ino;
}

/**
 * The file that a flag names, where the command would else write to standard output: `-` is that, as with other tools. Other commands refuse a file of
 * that name.
 */
export const unlessStdout = (file: string | undefined): string | undefined =>
  file === "-" ? undefined : file;

/** Where the bytes go, and whether a rename to there would replace a device, a pipe or an open stream by a file. */
function placeOf(file: string): {
  readonly path: string;
  readonly isDevice: boolean;
} {
  // Why: resolved, it would be the current folder.
  if (file === "") throw new Error("no name");
  if (file === "-") throw new Error(NOT_STDOUT);
  const named = resolve(file);
  const found = statSync(named, { throwIfNoEntry: false });
  if (found?.isDirectory() === true) throw new Error("it is a directory");
  if (found === undefined) return { path: named, isDevice: false };
  // Why by its name too: /dev/stdout may be a file that the shell has opened, whose other lines a rename would lose.
  const isDevice = !found.isFile() || /^\/(dev|proc)\//.test(named);
  return { path: isDevice ? named : realpathSync(named), isDevice };
}
