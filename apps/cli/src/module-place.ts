import { spawnSync } from "node:child_process";
import type { ErrorPlace } from "@fabriclab/spec";
import { entryOfPlugin, framesIn } from "./plugin-frames.ts";

/** What Node.js writes before an error of a module's text: `/a/b.mjs:3`, then the line (of TypeScript with those before it), then a mark below it. */
const LEAD = /^(?:file:\/\/)?([^\n]+):(\d+)\n(?:[^\n]*\n){1,9}?( *)\^/;

/**
 * Where an error of loading a module stands: where it was thrown, or which line is no JavaScript.
 *
 * @param url of the module
 * @returns undefined where that cannot be told
 */
export function placeInModule(
  url: string,
  error: unknown,
): ErrorPlace | undefined {
  const entry = entryOfPlugin(url);
  if (entry === undefined || !(error instanceof Error)) return undefined;
  const [frame] = framesIn(entry, error);
  if (frame !== undefined)
    return { file: frame.file, line: frame.line, column: frame.column };
  if (!(error instanceof SyntaxError)) return undefined;
  return (
    placeIn(error.stack) ??
    // Why: of an ES module's text the error itself does not say the line, and Node.js does only where it checks the file. Nothing of it is run.
    placeIn(
      spawnSync(process.execPath, ["--check", entry], { encoding: "utf8" })
        .stderr,
    ) ?? { file: entry }
  );
}

function placeIn(text: string | undefined): ErrorPlace | undefined {
  const [, file, line, before] = LEAD.exec(text ?? "") ?? [];
  return file === undefined || before === undefined
    ? undefined
    : { file, line: Number(line), column: before.length + 1 };
}
