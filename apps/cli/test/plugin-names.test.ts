import { describe, expect, it } from "vitest";
import { fabriclab, workFolder } from "./command.ts";

const folder = workFolder();

/** A module with plugins that need nothing to be loaded. */
const module = (file: string, ...plugins: (readonly [string, string])[]) =>
  folder.write(
    file,
    plugins
      .map(
        ([kind, name], i) =>
          `export const p${i} = { spec: "1", kind: "${kind}", name: "${name}", summary: "Mine.", cites: [], claims: {}, params: { shape: {}, safeParse: (data) => ({ success: true, data }) } };\n`,
      )
      .join(""),
  );

describe("a plugin of the user's with a name that is taken", () => {
  it.each([
    ["routing", "minhop"],
    ["traffic", "poisson"],
    ["pattern", "uniform"],
    ["switch", "iba"],
    ["metric", "latency"],
    ["topology", "fat-tree"],
    ["topology", "file"],
    ["tables", "dump"],
    ["arbiter", "matrix"],
  ])("as %s %s is refused", async (kind, name) => {
    const file = module(`${kind}-${name}.mjs`, [kind, name]);
    const { code, err } = await fabriclab("--plugin", file, "list", kind);
    expect(code).toBe(2);
    expect(err).toContain("error E_CLI_PLUGIN_NAME_TAKEN");
    expect(err).toContain(file);
    expect(err).toContain("the one that comes with fabriclab");
  });

  it("by another module is refused with that module's name", async () => {
    const one = module("one.mjs", ["routing", "mine"]);
    const two = module("two.mjs", ["routing", "mine"]);
    const { code, err } = await fabriclab(
      ...["--plugin", one, "--plugin", two, "list", "routing"],
    );
    expect(code).toBe(2);
    expect(err).toContain("E_CLI_PLUGIN_NAME_TAKEN");
    expect(err).toContain(`that of ${one}`);
  });
});

it.each(["analysis", "format"])(
  "a plugin of kind %s, which nothing composes, is refused with the kinds that there are",
  async (kind) => {
    const file = module(`${kind}.mjs`, [kind, "mine"]);
    const { code, err } = await fabriclab("--plugin", file, "list", "routing");
    expect(code).toBe(2);
    expect(err).toContain("error E_CLI_PLUGIN_FAILED");
    expect(err).toContain(`a plugin of kind ${kind}`);
    expect(err).toContain("one of topology, addressing, routing, tables,");
  },
);

it("a name that only another family has is no name taken", async () => {
  const file = module("apart.mjs", ["metric", "minhop"]);
  const { code, out } = await fabriclab("--plugin", file, "list", "metric");
  expect(code).toBe(0);
  expect(out).toContain("minhop");
});

it("a package that comes with the command, and a module named twice, may be named", async () => {
  const file = module("twice.mjs", ["routing", "mine"]);
  const { code, err } = await fabriclab(
    ...["--plugin", "@fabriclab/routing-minhop", "--plugin", file],
    ...["--plugin", file, "list", "routing"],
  );
  expect(err).toBe("");
  expect(code).toBe(0);
});
