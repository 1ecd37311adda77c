import { spawnSync } from "node:child_process";
import { expect, it } from "vitest";
import { root } from "../src/workspace.ts";

const listed = spawnSync("git", ["ls-files"], { cwd: root, encoding: "utf8" });

it.skipIf(listed.status !== 0)(
  "the repository's top level holds nothing but what it is made of",
  () => {
    const names = new Set(
      listed.stdout
        .split("\n")
        .map((file) => file.split("/")[0] ?? "")
        .filter((name) => name !== "" && !name.startsWith(".")),
    );
    expect([...names].sort()).toEqual([
      "CONTRIBUTING.md",
      "LICENSE",
      "README.md",
      "apps",
      "package.json",
      "packages",
      "pnpm-lock.yaml",
      "pnpm-workspace.yaml",
      "tooling",
      "tsconfig.base.json",
      "turbo.json",
    ]);
  },
);
