import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { beforeAll, afterAll, describe, expect, it } from "vitest";
import { catalogue, errorEntry } from "../src/errors/catalogue.ts";
import { errorExample } from "../src/errors/example.ts";
import { fabriclab, workFolder } from "./command.ts";

const commands = Object.entries(catalogue).flatMap(([code, { example }]) => {
  const found = errorExample(example);
  return found.kind === "sh" ? [{ code, example, lines: found.commands }] : [];
});

const NET = `topology: { kind: mesh, columns: 3, rows: 3 }
routing: xy
traffic: { kind: poisson, load: 0.1, size: 256B }
metrics: [latency, { kind: link-load, top: 1000 }]
measure: { warmup: 1us, maxTime: 10us }
`;

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
    work.write("net.yaml", NET);
    work.write(
      "two-traffics.yaml",
      NET.replace(
        "traffic: {",
        "traffic:\n  - { kind: poisson, load: 0.2, size: 64B }\n  - {",
      ),
    );
    work.write("scenario.yaml", NET);
    work.write(
      "film.yaml",
      NET.replace(
        /traffic: .*/,
        "traffic: { kind: trace-file, load: 0.1, files: [film.txt] }",
      ),
    );
    const fabric = ["topology", "fat-tree", "--ports", "4", "--levels", "2"];
    const mesh = ["topology", "mesh", "--columns", "4", "--rows", "4"];
    for (const argv of [
      [...fabric, "-o", "net.topo"],
      [...fabric, "-o", "net.dot"],
      [...mesh, "-o", "other.topo"],
      [...mesh, "-o", "generated.json"],
      ["route", "--fabric", "net.topo", "--routing", "cyclic", "-o", "tables"],
      ["run", "net.yaml", "-o", "run.json"],
      [
        ...["sweep", "net.yaml", "--vary", "load=0.1,0.2"],
        ...["--vary", "routing=xy,minhop", "-o", "results"],
      ],
    ]) {
      const { code, err } = await fabriclab(...argv);
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
      const [command = "", file] = line.split("  # ");
      const [, name, text] = /^(\S+): (.*)$/.exec(file ?? "") ?? [];
      if (name?.includes("/") === true)
        mkdirSync(work.at(dirname(name)), { recursive: true });
      if (name !== undefined)
        work.write(name, `${(text ?? "").replaceAll("\\n", "\n")}\n`);
      const { code: exit, err } = await fabriclab(...words(command).slice(1));
      expect(/error (E_\w+)/.exec(err)?.[1], err).toBe(code);
      expect(exit).toBe(errorEntry(code)?.fault === "ours" ? 3 : 2);
    }
  });
});
