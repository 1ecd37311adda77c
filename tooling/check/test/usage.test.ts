import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, it } from "vitest";
import { steps } from "../src/steps.ts";

const check = (...args: string[]) =>
  spawnSync(
    process.execPath,
    [
      "--conditions=fabriclab-source",
      join(import.meta.dirname, "../src/main.ts"),
      ...args,
    ],
    { encoding: "utf8" },
  );

it("pnpm test --help lists the steps, and runs none", () => {
  const { status, stdout } = check("all", "--help");
  expect(status).toBe(0);
  for (const { name, command } of steps({ knip: false }))
    expect(stdout).toMatch(new RegExp(`^  ${name} +${command[0]}`, "m"));
  expect(stdout).toMatch(/pnpm check.*: knip$/m);
  expect(stdout).not.toMatch(/passed/);
});

it("an unknown step is refused with those that there are", () => {
  const { status, stderr } = check("all", "tset");
  expect(status).toBe(2);
  expect(stderr).toContain("no step tset; there are lint, borders, typecheck,");
});
