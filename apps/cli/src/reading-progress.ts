import type { Io } from "./io.ts";
import { progress, type Progress } from "./progress.ts";

/** Who is told of long reading. Why for the whole process: files are read deep below the commands, in the midst of parsing. */
let told: { readonly io: Io; readonly quiet: boolean } | undefined;

/** Tells `io` of files whose reading takes more than a second, while `act` runs. */
export async function tellingOfReading<T>(
  io: Io,
  quiet: boolean,
  act: () => Promise<T>,
): Promise<T> {
  const before = told;
  told = { io, quiet };
  try {
    return await act();
  } finally {
    told = before;
  }
}

/** The progress line of a file that is read; undefined where nobody is told. */
export const readingProgress = (file: string): Progress | undefined =>
  told === undefined
    ? undefined
    : progress(told.io, { label: `reading ${file}`, quiet: told.quiet });
