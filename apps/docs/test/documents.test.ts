import type { Registry } from "@fabriclab/formats-scenario";
import { beforeAll, describe, expect, it } from "vitest";
import { loadRegistry } from "../../cli/src/plugins.ts";
import { build } from "../../cli/src/program.ts";
import {
  allBlocks,
  blockProblems,
  namedCommands,
} from "../src/blocks/check.ts";
import type { Block } from "../src/blocks/blocks.ts";
import { CommandCheck } from "../src/blocks/commands.ts";

let registry: Registry;
let commands: CommandCheck;

beforeAll(async () => {
  registry = await loadRegistry();
  const io = {
    out: () => undefined,
    err: () => undefined,
    interactive: false,
    color: false,
    columns: 100,
  };
  const context = {
    io,
    registry,
    json: false,
    quiet: true,
    sources: new Map<string, string>(),
    modules: [],
  };
  commands = new CommandCheck(() => build(context, () => undefined));
});

const block = (language: string, text: string, more = {}): Block => ({
  file: "packages/routing/xy/README.md",
  line: 7,
  language,
  text,
  ...more,
});
const problems = (...blocks: Block[]): Promise<string[]> =>
  blockProblems(blocks, { registry, commands });

describe("every block of every document", () => {
  it("is executed, checked, or says why not", async () => {
    const blocks = allBlocks();
    expect(blocks.length).toBeGreaterThan(200);
    expect(await blockProblems(blocks, { registry, commands })).toEqual([]);
  }, 300_000);

  it("and every sentence names commands and flags that there are", () => {
    const all = namedCommands();
    expect(
      all.filter(({ code }) => code.startsWith("fabriclab ")).length,
    ).toBeGreaterThan(20);
    expect(
      all.flatMap(({ file, code }) => {
        const found = commands.problemInProse(code);
        return found === undefined ? [] : [`${file}: ${found}`];
      }),
    ).toEqual([]);
  });
});

describe("a block is refused", () => {
  it("with a type that is wrong, at its line, though it is never run", async () => {
    expect(
      await problems(
        block("ts", "const a: number = 1;\nconst b: string = a;\nmesh.name;\n"),
      ),
    ).toEqual([
      "packages/routing/xy/README.md:8: error TS2322: Type 'number' is not assignable to type 'string'.",
    ]);
  });

  it("with a name that neither a package exports nor the document gives", async () => {
    const text = "creditLoops(fabric, tables);\n";
    expect((await problems(block("ts", text))).join()).toContain(
      "Cannot find name 'fabric'",
    );
    expect(
      await problems(
        block("ts", text, {
          given: "fabric: Fabric; tables: ForwardingTables",
        }),
      ),
    ).toEqual([]);
  });

  it("with output that no example prints", async () => {
    expect(await problems(block("text", "nobody prints this\n"))).toEqual([
      "packages/routing/xy/README.md:7: no example beside it prints this",
    ]);
  });

  it("with a transcript that no test executes", async () => {
    expect(
      (await problems(block("console", "$ fabriclab list\n"))).length,
    ).toBe(1);
  });

  it("with a key, a plugin or a value that a scenario does not take", async () => {
    const found = await problems(
      block("yaml", "routing: xyz\n"),
      block("yaml", "metrics: [{ kind: latency, splitt: sl }]\n"),
      block("yaml", "- { kind: poisson, load: 3, size: 256B }\n"),
      block("yaml", "metrics: [{ kind: latency, split: sl }]\n"),
      block("yaml", "routing: xy\n", {
        given: "topology: { kind: mesh, columns: 3, rows: 3 }",
      }),
    );
    expect(found.length).toBe(3);
  });

  it("with a command, a flag, a script, a package or a program that is unknown", async () => {
    const bad = [
      "fabriclab rout --fabric a",
      "fabriclab run a.yaml --sett load=1",
      "pnpm nothing",
      "npm i @fabriclab/nothing",
      "npm i @fabriclab/{xy,units}",
      "rm -rf .",
      "fabriclab run a.yaml && fabriclab audit --fabrik b",
    ];
    const found = await problems(block("sh", bad.join("\n")));
    expect(found.length).toBe(bad.length);
    expect(
      await problems(
        block(
          "sh",
          `npx -y pnpm@12 fabriclab run a.yaml --set load=0.4 --json  # comment
pnpm unit packages/routing/xy
npm i @fabriclab/{units,routing-xy}
ibnetdiscover > a.topo && fabriclab topology mesh --columns 3 --rows 3 -o b.topo
`,
        ),
      ),
    ).toEqual([]);
  });

  it("in a language that nothing checks, unless it says why", async () => {
    expect((await problems(block("", "a drawing"))).length).toBe(1);
    expect(
      await problems(block("", "a drawing", { notRun: "a drawing" })),
    ).toEqual([]);
  });
});
