import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { main } from "../src/program.ts";
import { withoutProgress, workFolder } from "./command.ts";

const guide = readFileSync(
  join(import.meta.dirname, "../../docs/guides/command-line.md"),
  "utf8",
);

interface Step {
  readonly command: string;
  readonly expected: string;
}

const blocks = [...guide.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].map(
  ([, language = "", text = ""]) => ({ language, text }),
);

/** A command line and what follows it, for each `$` of a block. */
const steps: Step[] = blocks
  .filter(({ language }) => language === "console")
  .flatMap(({ text }) =>
    text
      .split(/^\$ /m)
      .slice(1)
      .map((part) => {
        const end = part.indexOf("\n");
        return { command: part.slice(0, end), expected: part.slice(end + 1) };
      }),
  );

/** Words as a shell splits them; single quotes keep one together. */
const words = (line: string): string[] =>
  [...line.matchAll(/'([^']*)'|(\S+)/g)].map(
    ([, quoted, bare]) => quoted ?? bare ?? "",
  );

/** `…` stands for what differs from machine to machine, or for lines left out. */
function pattern(expected: string): RegExp {
  const escaped = expected.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return new RegExp(
    `^${escaped.replace(/^…\n/gm, "[\\s\\S]*").replaceAll("…", ".*")}$`,
  );
}

/** A result's shape: its numbers are held by the simulator's own tests, and its cost is the machine's. */
const digitless = (text: string): string =>
  text
    .replace(/\b\d[\d.]*( [kMG]\b)?/g, "#")
    .replace(/# [mun]?s\b/g, "# s")
    .replace(/ +/g, " ");

describe("the guide to the command", () => {
  const folder = workFolder();
  const home = process.cwd();
  beforeAll(() => {
    process.chdir(folder.path);
    for (const { language, text } of blocks) {
      const name = /^# (\S+\.yaml)\n/.exec(text)?.[1];
      if (language === "yaml" && name !== undefined) writeFileSync(name, text);
    }
  });
  afterAll(() => process.chdir(home));

  it("has examples", () => {
    expect(steps.length).toBeGreaterThan(10);
  });

  it.each(steps)(
    "prints what it says for `$command`",
    async ({ command, expected }) => {
      const [program, ...argv] = words(command);
      let printed = "";
      const print = (text: string): void => {
        printed += text;
      };
      if (program === "ls")
        printed = `${(await import("node:fs"))
          .readdirSync(argv[0] ?? ".")
          .sort()
          .join("\n")}\n`;
      else {
        expect(program).toBe("fabriclab");
        await main(argv, {
          out: print,
          err: print,
          interactive: false,
          color: false,
          columns: 100,
        });
      }
      const isResult = argv[0] === "run" && !printed.startsWith("error");
      if (isResult)
        expect(digitless(withoutProgress(printed))).toBe(digitless(expected));
      else expect(withoutProgress(printed)).toMatch(pattern(expected));
    },
  );
});
