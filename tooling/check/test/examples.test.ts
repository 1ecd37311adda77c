import { execFile } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { libraries } from "../src/workspace.ts";

const execute = promisify(execFile);

/** `REGEN=1 pnpm examples` writes the outputs anew. */
const regenerate = process.env["REGEN"] === "1";

for (const p of libraries()) {
  const folder = join(p.folder, "examples");
  const files = existsSync(folder)
    ? readdirSync(folder)
        // name.part.ts is a module that an example uses (a worker's task)
        .filter((name) => /^[^.]+\.ts$/.test(name))
        .sort()
    : [];
  if (files.length === 0) continue;
  describe.concurrent(p.path, () => {
    for (const file of files)
      it(`prints what ${basename(file, ".ts")}.out says`, async () => {
        const { stdout } = await execute(
          process.execPath,
          ["--conditions=fabriclab-source", join(folder, file)],
          { cwd: p.folder, maxBuffer: 1 << 26 },
        );
        const expected = join(folder, `${basename(file, ".ts")}.out`);
        if (regenerate) writeFileSync(expected, stdout);
        expect(stdout).toBe(readFileSync(expected, "utf8"));
      }, 60_000);
  });
}

it("finds the packages", () => {
  expect(libraries().length).toBeGreaterThan(0);
});
