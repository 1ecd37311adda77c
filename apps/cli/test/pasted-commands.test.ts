import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { shellWord } from "../src/shell-word.ts";
import { fabriclab, workFolder } from "./command.ts";

const { at, write } = workFolder();

const small = `topology: { kind: mesh, columns: 2, rows: 2 }
routing: xy
switch: iba
traffic: { kind: poisson, load: 0.1 }
metrics: [latency]
measure: { maxTime: 20us, precision: 0.5 }
`;

/** The words that a shell makes of a line. */
const wordsOf = (line: string): string[] =>
  execFileSync("sh", ["-c", `printf '%s\\0' ${line}`], { encoding: "utf8" })
    .split("\0")
    .slice(0, -1);

/** The operands of the commands that were printed, by the command's name. */
const printed = (text: string): Map<string, string[]> =>
  new Map(
    [...text.matchAll(/^\s*fabriclab (.*)$/gm)].map(([, line = ""]) => {
      const [name = "", ...operands] = wordsOf(line);
      return [name, operands];
    }),
  );

describe.skipIf(process.platform === "win32")("a word for the shell", () => {
  it.each([
    "results/standard input",
    "it's",
    "$HOME/`ls`; a && b",
    'a"b',
    "a*b?[c]",
    "~/x",
    "#1",
    "new\nline",
    "",
    "plain/path-1.yaml",
  ])("comes out of it as %j", (text) => {
    expect(wordsOf(shellWord(text))).toEqual([text]);
  });

  it("has no quotation marks where none are needed", () => {
    expect(shellWord("results/a-1.b_c")).toBe("results/a-1.b_c");
  });
});

describe.skipIf(process.platform === "win32")(
  "commands that are printed",
  () => {
    it("after a sweep name its folder as the shell must be given it", async () => {
      const folder = at("it's a folder");
      const { code, out, err } = await fabriclab(
        ...["sweep", write("small.yaml", small), "--vary", "load=0.1,0.2"],
        ...["-o", folder],
      );
      expect(code, err).toBe(0);
      const commands = printed(out);
      expect(commands.get("query")?.[1]).toBe(folder);
      expect(commands.get("export")?.[0]).toBe(folder);
      expect(commands.get("plot")?.[0]).toBe(folder);
    });

    it("after an audit name the scenario of the replay so", async () => {
      const torus = at("a torus.ibnetdiscover");
      await fabriclab(
        ...["topology", "mesh", "--columns", "4", "--rows", "4"],
        ...["--wrap", "-o", torus],
      );
      const folder = at("a replay");
      const { out, err } = await fabriclab(
        ...["audit", "--fabric", torus, "--routing", "minhop"],
        ...["--replay", folder],
      );
      const [scenario = ""] = printed(out).get("run") ?? [];
      expect(scenario, out + err).toBe(`${folder}/scenario.yaml`);
      expect(existsSync(scenario)).toBe(true);
    });

    it("where query and folder are swapped put both in quotation marks", async () => {
      const folder = workFolder().path;
      const { err } = await fabriclab("query", folder, "SELECT 'a' AS b");
      const [, hint = ""] = /hint\s+fabriclab query (.*)/.exec(err) ?? [];
      expect(wordsOf(hint)).toEqual(["SELECT 'a' AS b", folder]);
    });
  },
);

describe("--set at a topology", () => {
  const hint = async (...argv: string[]): Promise<string | undefined> =>
    /hint\s+(.*)/.exec((await fabriclab("topology", ...argv)).err)?.[1];

  it("is told the flag that the parameter is", async () => {
    const told = "the parameters of a topology are flags here: ";
    for (const set of [["--set", "switches=10"], ["--set=switches=10"]])
      expect(await hint("irregular", ...set)).toBe(`${told}--switches 10`);
    expect(await hint("mesh", "--set", "topology.columns=3")).toBe(
      `${told}--columns 3`,
    );
    expect(await hint("irregular", "--set", "swiches=10")).toBe(
      `${told}--switches 10`,
    );
    expect(await hint("irregular", "--set", "zzzzzz=10")).toBe(
      `${told}see --help`,
    );
  });

  it("is told what is then taken", async () => {
    const { code, err } = await fabriclab(
      ...["topology", "irregular", "--switches", "20"],
    );
    expect(code, err).toBe(0);
  });
});
