import { writeSync } from "node:fs";
import { dirname } from "node:path";
import { text } from "node:stream/consumers";
import { pathToFileURL } from "node:url";
import { inspect } from "node:util";

/** What came of an example. */
export interface Printed {
  readonly file: string;
  readonly stdout: string;
  readonly error?: string;
}

// Runs the examples that standard input names, a JSON array of files, in their packages' folders, and says of each, in a line of JSON, what it printed.
const files = JSON.parse(await text(process.stdin)) as readonly string[];
let stdout = "";
process.stdout.write = (piece: string | Uint8Array): boolean => {
  stdout += typeof piece === "string" ? piece : Buffer.from(piece).toString();
  return true;
};
for (const file of files) {
  stdout = "";
  let error: string | undefined;
  process.chdir(dirname(dirname(file)));
  try {
    await import(pathToFileURL(file).href);
  } catch (thrown) {
    error = inspect(thrown);
  }
  const printed: Printed = {
    file,
    stdout,
    ...(error === undefined ? {} : { error }),
  };
  writeSync(1, `${JSON.stringify(printed)}\n`);
}
