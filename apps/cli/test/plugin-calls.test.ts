import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { framesIn } from "../src/plugin-frames.ts";
import { fabriclab, nodeArguments, workFolder } from "./command.ts";

const plugin = join(import.meta.dirname, "throwing.ts");
const folder = workFolder();
const scenario = folder.write(
  "net.yaml",
  `topology: { kind: fat-tree, ports: 4, levels: 2 }
routing: cyclic
traffic:
  - { kind: poisson, load: 0.3, size: 256B, pattern: uniform }
metrics: [latency, throughput]
measure: { warmup: 2us, maxTime: 20us }
`,
);
const fabric = folder.at("net.topo");
await fabriclab(
  "topology",
  "fat-tree",
  "--ports=4",
  "--levels=2",
  "-o",
  fabric,
);

const withPlugin = (...argv: string[]) =>
  fabriclab("--plugin", plugin, ...argv);

/** Line of the plugin's file that says of itself that it throws. */
const lineThat = (says: string): number =>
  readFileSync(plugin, "utf8")
    .split("\n")
    .findIndex((line) => line.endsWith(`// ${says}`)) + 1;

const run = (...sets: string[]) =>
  withPlugin(
    "run",
    scenario,
    ...sets.flatMap((set) => ["--set", set]),
    "--json",
  );

/** The command in a process of its own: here the test's loader would read the module in its own way. */
function asProcess(...argv: string[]): { code: number | null; err: string } {
  const { status, stderr } = spawnSync(
    process.execPath,
    nodeArguments(...argv),
    { encoding: "utf8" },
  );
  return { code: status, err: stderr };
}

const errorIn = (err: string) =>
  (JSON.parse(err) as { error: Record<string, unknown> }).error;

describe("a plugin that throws", () => {
  it.each([
    ["early", "create", "TypeError: no roots"],
    ["late", "candidates", "RangeError: no such table"],
  ])(
    "in a routing (%s) is named with its call and its line",
    async (name, call, got) => {
      const { code, err } = await run(`routing=${name}`);
      expect(code).toBe(2);
      const error = errorIn(err);
      expect(error).toMatchObject({
        code: "E_CLI_PLUGIN_THREW",
        message: `The plugin ${plugin} threw an error in ${call} of its routing ${name}`,
        got,
        where: { file: plugin, line: lineThat(`${name} throws`) },
      });
    },
  );

  it("while packets run is named with its call and its line, in threads, too", async () => {
    for (const more of [[], ["seeds=2"], ["threads=2"]]) {
      const { code, err } = await run("traffic[0].kind=worn", ...more);
      expect(code).toBe(2);
      expect(errorIn(err.trim().split("\n").at(-1) ?? "")).toMatchObject({
        code: "E_CLI_PLUGIN_THREW",
        message: `The plugin ${plugin} threw an error in next of its traffic worn`,
        got: "Error: worn out",
        where: { file: plugin, line: lineThat("worn throws") },
      });
    }
  });

  it("where nobody waits for it is named, too, and the process ends with 2", () => {
    const { code, err } = asProcess(
      "--plugin",
      plugin,
      "run",
      scenario,
      "--set=traffic[0].kind=ticking",
      "--json",
    );
    expect(code).toBe(2);
    expect(errorIn(err.trim().split("\n").at(-1) ?? "")).toMatchObject({
      code: "E_CLI_PLUGIN_THREW",
      got: "Error: too late",
      where: { file: plugin, line: lineThat("ticking throws") },
    });
  });

  it("what is still to come is no answer", async () => {
    const { code, err } = await run("routing=promised");
    expect(code).toBe(2);
    expect(errorIn(err)).toMatchObject({
      code: "E_CLI_PLUGIN_THREW",
      message: `The plugin ${plugin} returned no value from create of its routing promised`,
      got: "a promise",
    });
  });

  it("an answer without what its contract asks for is an internal error that names the plugin as a cause", async () => {
    const { code, err } = await withPlugin(
      "run",
      scenario,
      "--set=traffic[0].kind=partial",
    );
    expect(code).toBe(3);
    expect(err).toContain(
      `This is a bug of fabriclab, or ${plugin} gives less than its contract asks for.`,
    );
  });

  it("what is no Error is told with its words", async () => {
    const { code, err } = await run("routing=wordy");
    expect(code).toBe(2);
    expect(errorIn(err)).toMatchObject({
      code: "E_CLI_PLUGIN_THREW",
      got: "only words",
    });
  });

  it("a refusal is told as it is", async () => {
    const { code, err } = await run("routing=choosy");
    expect(code).toBe(2);
    expect(errorIn(err)).toMatchObject({ code: "E_CHOOSY_UNSUPPORTED_FABRIC" });
  });

  it("is pointed to an explanation only where there is one", async () => {
    const route = (routing: string) =>
      withPlugin(
        ...["route", "--fabric", fabric, "--routing", routing],
        ...["-o", folder.at("none")],
      );
    const silent = await route("choosy");
    expect(silent.err).toContain("error E_CHOOSY_UNSUPPORTED_FABRIC");
    expect(silent.err).not.toContain("fabriclab explain");
    const { err } = await route("plain");
    const [, command = ""] = /more +fabriclab (.*)/.exec(err) ?? [];
    expect(command).toBe(
      `explain E_PLAIN_UNSUPPORTED_FABRIC --plugin ${plugin}`,
    );
    const explained = await fabriclab(...command.split(" "));
    expect(explained.code).toBe(0);
    expect(explained.out).toContain("Take another routing.");
    const own = await route("none-such");
    expect(own.err).toMatch(/more +fabriclab explain E_[A-Z_]+\n/);
  });

  it("shows its stack with --debug", async () => {
    const argv = ["route", "--fabric", fabric, "--routing", "early", "-o"];
    const out = folder.at("never");
    expect((await withPlugin(...argv, out)).err).not.toContain("    at ");
    const { err } = await withPlugin(...argv, out, "--debug");
    expect(err).toMatch(/TypeError: no roots\n {4}at .*throwing\.ts/);
  });

  it("is a failed run of a sweep, whose others go on", async () => {
    for (const name of ["early", "late"]) {
      const out = folder.at(`sweep-${name}`);
      const { code, out: told } = await withPlugin(
        ...["sweep", scenario, "--vary", `routing=[cyclic,${name}]`, "-o", out],
      );
      expect(code).toBe(1);
      expect(told).toContain("1 of 2 runs failed");
      expect(told).toContain(`of its routing ${name}`);
      expect(told).toContain(`throwing.ts:${lineThat(`${name} throws`)}`);
    }
  });

  it("is a row of compare, whose others go on", async () => {
    const { code, out } = await withPlugin(
      ...["compare", "--fabric", fabric, "--engines", "late,minhop", "--json"],
    );
    expect(code).toBe(0);
    const { rows } = JSON.parse(out) as {
      rows: { engine: string; reason: { code: string } | null }[];
    };
    expect(
      rows.map(({ engine, reason }) => [engine, reason?.code]),
    ).toContainEqual(["late", "E_CLI_PLUGIN_THREW"]);
    expect(rows.map(({ engine }) => engine)).toContain("minhop");
  });

  it("in a claim is a row of compare, whose others go on, and is named with the claim and its line", async () => {
    const { code, out } = await withPlugin(
      ...["compare", "--fabric", fabric, "--engines", "unsure,minhop"],
      ...["--samples", "2", "--json"],
    );
    expect(code).toBe(0);
    const { rows } = JSON.parse(out) as {
      rows: { engine: string; lists: string | null; status: string }[];
    };
    const bare = rows
      .filter(({ lists }) => lists === null)
      .sort((a, b) => (a.engine < b.engine ? -1 : 1));
    expect(bare).toMatchObject([
      { engine: "minhop", status: "accepted" },
      {
        engine: "unsure",
        status: "refused",
        reason: {
          code: "E_CLI_PLUGIN_THREW",
          message: `The plugin ${plugin} threw an error in claims.deadlockFree of its routing unsure`,
          where: { file: plugin, line: lineThat("unsure throws") },
        },
      },
    ]);
  });

  it("in a claim of a topology is named with the claim", async () => {
    const { code, err } = await withPlugin(
      ...["topology", "unsized", "--hosts", "4", "--json"],
    );
    expect(code).toBe(2);
    expect(errorIn(err)).toMatchObject({
      code: "E_CLI_PLUGIN_THREW",
      message: `The plugin ${plugin} threw an error in claims.sizes of its topology unsized`,
      where: { file: plugin, line: lineThat("unsized throws") },
    });
  });
});

it("a plugin that returns nothing where a value is due is named", async () => {
  const { code, err } = await run("routing=empty");
  expect(code).toBe(2);
  expect(errorIn(err)).toMatchObject({
    code: "E_CLI_PLUGIN_THREW",
    message: `The plugin ${plugin} returned no value from create of its routing empty`,
    got: "undefined",
  });
});

describe("a module that cannot be read", () => {
  it.each([
    ["mjs", "export const a = 1;\n\nlet x = ;\n", 3, 9],
    ["ts", "export const a: number = 1;\n\nlet x: = 2;\n", 3, 8],
  ])("as .%s names its line", (ending, text, line, column) => {
    const file = folder.write(`unread.${ending}`, text);
    const { code, err } = asProcess("--plugin", file, "list");
    expect(code).toBe(2);
    expect(err).toContain("E_CLI_PLUGIN_FAILED");
    expect(err).toContain(`${file}:${line}:${column}`);
    expect(err).toContain("SyntaxError");
  });

  it("because it throws names its line", () => {
    const file = folder.write("thrown.mjs", "\nthrow new Error('no');\n");
    const { code, err } = asProcess("--plugin", file, "list");
    expect(code).toBe(2);
    expect(err).toContain(`${file}:2:7`);
  });
});

describe("the lines of a stack that are a module's", () => {
  const stackOf = (...files: string[]): Error =>
    Object.assign(new Error("no"), {
      stack: [
        "Error: no",
        ...files.map(
          (file) => `    at Object.call (${pathToFileURL(file).href}:2:3)`,
        ),
      ].join("\n"),
    });
  const filesOf = (entry: string, ...files: string[]) =>
    framesIn(entry, stackOf(...files)).map(({ file }) => file);

  it("are those in its package, not in packages beneath or beside it", () => {
    folder.write("package.json", "{}");
    const entry = folder.write("entry.mjs", "");
    const helper = folder.write("helper.mjs", "");
    const own = join(import.meta.dirname, "../src/main.ts");
    expect(filesOf(entry, helper, own, entry)).toEqual([helper, entry]);
  });

  it("are in the file alone where that is one of the command's package", () => {
    const own = join(import.meta.dirname, "../src/main.ts");
    expect(filesOf(plugin, own, plugin)).toEqual([plugin]);
  });
});
