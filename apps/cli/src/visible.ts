import { randomUUID } from "node:crypto";
import { visible } from "@fabriclab/spec";
import type { Io } from "./io.ts";

/**
 * A whole report as a terminal may show it: `visible`, but for the colours of its own `paint`.
 *
 * Why marks that nobody can guess: a name in somebody else's file may hold the very codes that we paint with, to hide itself or to look like a verdict of
 * ours.
 *
 * @param write makes the report, and paints with the `Io` that it is given
 */
export function visibleReport(io: Io, write: (io: Io) => string): string {
  const mark = randomUUID();
  return write({ ...io, mark })
    .split(new RegExp(`${mark}(\\d+);`))
    .map((part, at) => (at % 2 === 1 ? `\u001B[${part}m` : visible(part)))
    .join("");
}
