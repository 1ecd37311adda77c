import { spawn } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { beforeAll, describe, expect, it } from "vitest";
import type { Printed } from "../src/print-examples.ts";
import { libraries } from "../src/workspace.ts";

/** `REGEN=1 pnpm examples` writes the outputs anew. */
const regenerate = process.env["REGEN"] === "1";

const examples = libraries()
  .map((p) => ({ path: p.path, folder: join(p.folder, "examples") }))
  .filter(({ folder }) => existsSync(folder))
  .map(({ path, folder }) => ({
    path,
    files: readdirSync(folder)
      // name.part.ts is a module that an example uses (a worker's task)
      .filter((name) => /^[^.]+\.ts$/.test(name))
      .sort()
      .map((name) => join(folder, name)),
  }));

/**
 * What examples print, by file.
 *
 * Why in one process: most of what takes an example its time is to load the packages, which all of them use.
 */
async function printed(
  files: readonly string[],
): Promise<Map<string, Printed>> {
  const child = spawn(
    process.execPath,
    [
      "--conditions=fabriclab-source",
      join(import.meta.dirname, "../src/print-examples.ts"),
    ],
    { stdio: ["pipe", "pipe", "pipe"] },
  );
  const complaints = text(child.stderr);
  child.stdin.end(JSON.stringify(files));
  const found = new Map<string, Printed>();
  for await (const line of createInterface({ input: child.stdout })) {
    const one = JSON.parse(line) as Printed;
    found.set(one.file, one);
  }
  expect(await complaints).toBe("");
  return found;
}

describe("an example prints what stands beside it", () => {
  let found: Map<string, Printed>;
  beforeAll(async () => {
    found = await printed(examples.flatMap(({ files }) => files));
  }, 600_000);

  describe.each(examples)("$path", ({ files }) => {
    it.each(files.map((file) => [basename(file, ".ts"), file] as const))(
      "%s",
      (_, file) => {
        const { stdout = "", error } = found.get(file) ?? {
          error: "it was not run",
        };
        expect(error).toBeUndefined();
        const expected = file.replace(/\.ts$/, ".out");
        if (regenerate) writeFileSync(expected, stdout);
        expect(stdout).toBe(readFileSync(expected, "utf8"));
      },
    );
  });
});

it("finds the packages", () => {
  expect(examples.length).toBeGreaterThan(100);
});
