import { spawnSync } from "node:child_process";
import {
  cpSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, delimiter, join } from "node:path";
import { root } from "@fabriclab/tooling-check";
import { kinds } from "./kinds.ts";

const leftOut = new Set([".git", ".turbo", "coverage", "dist", "node_modules"]);

/** Runs a program in the copy and returns what it printed. */
function run(
  copy: string,
  expectSuccess: boolean,
  program: string,
  ...args: string[]
): string {
  const result = spawnSync(program, args, {
    cwd: copy,
    encoding: "utf8",
    env: {
      ...process.env,
      PATH: `${join(copy, "node_modules/.bin")}${delimiter}${process.env["PATH"] ?? ""}`,
    },
  });
  const output = `${result.stdout}${result.stderr}${result.error?.message ?? ""}`;
  if ((result.status === 0) !== expectSuccess)
    throw new Error(
      `${program} ${args.join(" ")} ended with ${result.status ?? "no status"}\n${output}`,
    );
  return output;
}

/** Leaves of what is type-checked the generated packages, and what they import: the rest of the workspace has a check of its own. */
function narrow(copy: string): void {
  const file = join(copy, "tooling/tsconfig/all.json");
  const config = JSON.parse(readFileSync(file, "utf8")) as object;
  const include = ["../../packages/*/probe-*/**/*.ts"];
  writeFileSync(file, JSON.stringify({ ...config, include }));
}

/**
 * Generates a package of every kind in a copy of the workspace: they type-check, lint and keep the shape of a package, and their
 * tests fail because the algorithm is not written.
 */
function check(copy: string): void {
  cpSync(root, copy, {
    recursive: true,
    filter: (path) => !leftOut.has(basename(path)),
  });
  run(copy, true, "pnpm", "install", "--prefer-offline", "--frozen-lockfile");
  const folders = Object.entries(kinds).map(
    ([kind, { family }]) => `packages/${family}/probe-${kind}`,
  );
  const node = ["node", "--conditions=fabriclab-source"] as const;
  for (const [kind, { family }] of Object.entries(kinds))
    run(
      copy,
      true,
      ...node,
      "tooling/gen/src/main.ts",
      `--family=${family}`,
      `--kind=${kind}`,
      `--name=probe-${kind}`,
      "--summary=Probes the generator.",
      "--cite=A. Author, B. Author; A title, with a comma; A venue; 2001; 10.1000/1",
      "--no-install",
    );
  run(
    copy,
    true,
    "pnpm",
    "install",
    "--prefer-offline",
    "--no-frozen-lockfile",
  );
  const packages = [...node, "tooling/check/src/main.ts", "packages"] as const;
  run(copy, true, ...packages, "--draft", "--strict", "--write", ...folders);
  run(copy, true, ...packages, "--draft", "--strict", ...folders);
  const undrafted = run(copy, false, ...packages, "--strict", ...folders);
  for (const folder of folders)
    if (!undrafted.includes(`${folder}: README.md:`))
      throw new Error(
        `packages:check lets ${folder} keep the README of the skeleton\n${undrafted}`,
      );
  narrow(copy);
  run(copy, true, "tsc", "-p", "tooling/tsconfig/all.json");
  run(copy, true, ...node, "tooling/check/src/main.ts", "lint", ...folders);
  run(
    copy,
    true,
    ...node,
    "tooling/check/src/main.ts",
    ...["format", "--check", ...folders],
  );
  const output = run(
    copy,
    false,
    "vitest",
    "run",
    "--config",
    "tooling/vitest/root.config.ts",
    "--root",
    ".",
    ...folders,
  );
  for (const folder of folders) {
    const name = basename(folder).toUpperCase().replaceAll("-", "_");
    if (!output.includes(`E_${name}_NOT_WRITTEN`))
      throw new Error(
        `the test of ${folder} does not say E_${name}_NOT_WRITTEN\n${output}`,
      );
  }
  console.log(`${folders.length} kinds of package generated and checked`);
}

const folder = realpathSync(mkdtempSync(join(tmpdir(), "fabriclab-gen-")));
try {
  check(join(folder, "copy"));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
