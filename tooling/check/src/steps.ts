import { formatCommands } from "./format.ts";
import { linters } from "./lint.ts";
import type { Step } from "./schedule.ts";

const node = (script: string, ...args: string[]): Step["command"] => [
  "node",
  "--conditions=fabriclab-source",
  script,
  ...args,
];

/** Where vitest leaves its counts. */
export const testReport = "coverage/vitest.json";

/** All that must pass before a change goes in; `knip` too for `pnpm check`. */
export function steps(options: { readonly knip: boolean }): Step[] {
  const check = (command: string, ...args: string[]) =>
    node("tooling/check/src/main.ts", command, ...args);
  const formatters = formatCommands("--check");
  return [
    // Why first: it takes longest of those that need nothing.
    { name: "lint", command: linters.lint, cores: 1 },
    { name: "borders", command: linters.borders, cores: 1 },
    {
      name: "typecheck",
      command: ["tsc", "-p", "tooling/tsconfig/all.json"],
      cores: 1,
    },
    {
      // Why alone: it sees the globals of browsers, which nothing else may use.
      name: "typecheck-page",
      command: ["tsc", "-p", "apps/docs/playground"],
      cores: 1,
    },
    { name: "format-code", command: formatters.code, cores: 1 },
    { name: "format", command: [...formatters.texts, "."], cores: 1 },
    { name: "packages", command: check("packages", "--strict"), cores: 1 },
    {
      name: "build",
      command: [
        "turbo",
        "run",
        "build",
        "--output-logs=errors-only",
        "--concurrency=2",
      ],
      // Why one: it shares the machine with the end of lint, which leaves no core idle.
      cores: 1,
    },
    {
      name: "declarations",
      command: check("declarations"),
      after: ["build"],
      cores: 1,
    },
    {
      name: "tests",
      command: [
        "vitest",
        "run",
        "--config",
        "tooling/vitest/root.config.ts",
        "--root",
        ".",
        "--reporter=dot",
        "--reporter=json",
        `--outputFile.json=${testReport}`,
      ],
      cores: 2,
    },
    {
      name: "publint",
      command: check("publint"),
      after: ["declarations"],
      cores: 1,
    },
    {
      name: "consumer",
      command: check("consumer"),
      after: ["publint"],
      cores: 1,
    },
    {
      name: "command",
      command: check("command"),
      after: ["build"],
      cores: 1,
    },
    {
      name: "executable",
      command: check("executable"),
      after: ["consumer"],
      cores: 1,
    },
    { name: "gen", command: node("tooling/gen/src/check.ts"), cores: 1 },
    ...(options.knip
      ? [
          {
            name: "knip",
            command: [
              "knip",
              "--config",
              "tooling/knip.json",
              "--no-config-hints",
            ] as const,
            cores: 1,
          },
        ]
      : []),
  ];
}
