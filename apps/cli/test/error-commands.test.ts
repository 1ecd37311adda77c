import { spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { beforeAll, afterAll, describe, expect, it } from "vitest";
import { catalogue, errorEntry } from "../src/errors/catalogue.ts";
import {
  exampleCommand,
  filesFor,
  shellLines,
} from "../src/errors/example-files.ts";
import { errorExample } from "../src/errors/example.ts";
import { fabriclab, workFolder } from "./command.ts";

const commands = Object.entries(catalogue).flatMap(([code, { example }]) => {
  const found = errorExample(example);
  return found.kind === "sh" ? [{ code, example, lines: found.commands }] : [];
});

/** Words as a shell splits them. */
const words = (line: string): string[] =>
  [...line.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(
    ([, single, double, bare]) => single ?? double ?? bare ?? "",
  );

describe("a command that the pages show as an error's example", () => {
  const work = workFolder();
  const home = process.cwd();
  beforeAll(async () => {
    process.chdir(work.path);
    for (const file of filesFor(commands.flatMap(({ lines }) => lines))) {
      if ("text" in file) {
        work.write(file.name, file.text);
        continue;
      }
      const { code, err } = await fabriclab(...words(file.command).slice(1));
      expect(code, err).toBe(0);
    }
  }, 120_000);
  afterAll(() => {
    process.chdir(home);
  });

  it("is there for many of them", () => {
    expect(commands.length).toBeGreaterThan(40);
  });

  it.each(commands)("gives $code: $example", async ({ code, lines }) => {
    for (const line of lines) {
      const { command, file } = exampleCommand(line);
      if (file !== undefined && "text" in file) {
        mkdirSync(dirname(work.at(file.name)), { recursive: true });
        work.write(file.name, file.text);
      }
      const { code: exit, err } = await fabriclab(...words(command).slice(1));
      expect(/error (E_\w+)/.exec(err)?.[1], err).toBe(code);
      expect(exit).toBe(errorEntry(code)?.fault === "ours" ? 3 : 2);
    }
  });

  it("is told by explain with the files that it needs, as a shell takes them", async () => {
    const film = commands.find(({ example }) => example.includes("film.txt"));
    const { out } = await fabriclab("explain", film?.code ?? "");
    const lines = shellLines(film?.lines ?? []);
    expect(out).toContain(lines.join("\n"));
    const empty = work.at("empty");
    mkdirSync(empty);
    const script = `fabriclab() { cat film.yaml film.txt; }\n${lines.join("\n")}\n`;
    const shell = spawnSync("sh", { cwd: empty, input: script });
    const { file } = exampleCommand(film?.lines[0] ?? "");
    expect(shell.stdout.toString()).toContain("files: [film.txt]");
    expect(shell.stdout.toString()).toContain(
      file !== undefined && "text" in file ? file.text : "?",
    );
  });

  it("names no file that is neither made before nor missing for the error's sake", async () => {
    const { out } = await fabriclab("explain", "E_CLI_PLOT_PLACES");
    expect(out).toMatch(/-o results\nfabriclab plot results\//);
    expect(out).toContain("cat > net.yaml <<'END'");
  });
});
