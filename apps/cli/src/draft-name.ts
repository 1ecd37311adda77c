import { randomUUID } from "node:crypto";
import { basename, dirname, join } from "node:path";

/** Letters of a file's name in that of its draft. Why so few: a name may have 255 bytes, a letter up to four of them, and the rest of the draft's name 43. */
const LETTERS = 40;

/**
 * Where a file or folder is written before it takes its place beside it, under a name that nothing has.
 *
 * Why not by the process's number: in a container that is the same every time, and what a killed command left would be in the way of all later ones.
 */
export const draftOf = (place: string): string =>
  join(
    dirname(place),
    `.${Array.from(basename(place)).slice(0, LETTERS).join("")}.${randomUUID()}.part`,
  );
