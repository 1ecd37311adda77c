import { Command } from "commander";
import { expect, it } from "vitest";
import { blocksOf, isExcerpt } from "../src/blocks/blocks.ts";
import { CommandCheck, shellWords } from "../src/blocks/commands.ts";
import { wholeScenario } from "../src/blocks/scenarios.ts";

it("finds blocks with their lines, languages and markers", () => {
  expect(
    blocksOf(
      `# x

<!-- not run: a drawing -->

\`\`\`text
a
\`\`\`

<!-- given: a: number -->

\`\`\`ts
b;
\`\`\`

- in a list:

  \`\`\`\`md
  \`\`\`
  c
  \`\`\`\`
`,
      "x.md",
    ),
  ).toEqual([
    {
      file: "x.md",
      line: 6,
      language: "text",
      text: "a\n",
      notRun: "a drawing",
    },
    {
      file: "x.md",
      line: 12,
      language: "ts",
      text: "b;\n",
      given: "a: number",
    },
    { file: "x.md", line: 18, language: "md", text: "```\nc\n" },
  ]);
});

it("refuses a fence that is not closed", () => {
  expect(() => blocksOf("```ts\na\n", "x.md")).toThrow("x.md:1");
});

it("knows an excerpt: whole lines in order, … for lines left out", () => {
  const text = "one\ntwo\nthree\nfour\n";
  expect(isExcerpt("two\nthree\n", text)).toBe(true);
  expect(isExcerpt("one\n…\nfour\n", text)).toBe(true);
  expect(isExcerpt("one\nthree\n", text)).toBe(false);
  expect(isExcerpt("four\n…\none\n", text)).toBe(false);
  expect(isExcerpt("wo\n", text)).toBe(false);
});

it("splits words as a shell does", () => {
  expect(shellWords("a 'b c' \"d e\" --f=g # h")).toEqual([
    "a",
    "b c",
    "d e",
    "--f=g",
  ]);
});

it("looks for the packages that pnpm is told to take", () => {
  const check = new CommandCheck(() => new Command());
  expect(
    check.problem('pnpm --filter-prod "@fabriclab/units..." pack'),
  ).toBeUndefined();
  expect(
    check.problem('pnpm --filter-prod "@fabriclab/unit..." pack'),
  ).toContain("there is no package @fabriclab/unit:");
  expect(
    check.problem('pnpm --filter-prod "@fabriclab/units..." pakc'),
  ).toContain("no script pakc");
});

it("completes a part of a scenario, and leaves a whole one alone", () => {
  expect(wholeScenario("metrics: latency\n", "topology: fig6like")).toBe(
    `metrics: latency
topology: fig6like
routing: single-lid
traffic: { kind: poisson, load: 0.1, size: 256B, pattern: uniform }
`,
  );
  const whole = "topology: a\nrouting: b\ntraffic: c\nmetrics: d\n";
  expect(wholeScenario(whole)).toBe(whole);
});
