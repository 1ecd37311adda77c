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
  try {
    await mkdir(folder);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === "EEXIST") return; // a file of that name refuses what is written below it
    const above = dirname(folder);
    if (code !== "ENOENT" || above === folder || (await isThere(above)))
      throw error;
    await makeFolder(above);
    await makeFolder(folder);
  }
}

const isThere = (folder: string): Promise<boolean> =>
  stat(folder).then(
    () => true,
    () => false,
  );
