import { mkdir, stat } from "node:fs/promises";
import { dirname } from "node:path";

/**
 * Makes a folder and those above it that are missing; several processes may do so at once.
 *
 * Why not `mkdir` with `recursive`: below a folder that refuses with ENOENT, such as /proc, it never returns.
 *
 * @throws the system's error. O(depth).
 */
export async function makeFolder(folder: string): Promise<void> {
  if (await made(folder)) return;
  const above = dirname(folder);
  // Why not an error where it is there: somebody else may have made it in between, and then the second try succeeds.
  if (above !== folder && !(await isThere(above))) await makeFolder(above);
  await mkdir(folder).catch(unlessThere);
}

/** @returns false when the folder above is missing, or refuses as if it were */
async function made(folder: string): Promise<boolean> {
  try {
    await mkdir(folder).catch(unlessThere);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return false;
    throw error;
  }
}

/** A file of that name refuses what is written below it. */
function unlessThere(error: NodeJS.ErrnoException): void {
  if (error.code !== "EEXIST") throw error;
}

const isThere = (folder: string): Promise<boolean> =>
  stat(folder).then(
    () => true,
    () => false,
  );
