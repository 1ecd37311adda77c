import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { conformanceProblems, pluginFamilies } from "../src/conformance.ts";
import { libraries } from "../src/workspace.ts";

const xy = { exported: "xy", kind: "routing" };
const own = `import { routingKit } from "@fabriclab/testing-conformance";
import { xy } from "../src/index.ts";
routingKit(xy, { cases }, { describe, it });
`;

describe("the conformance test of a package", () => {
  it("calls a kit of the plugin's kind with the plugin", () => {
    expect(conformanceProblems("routing", [xy], [own])).toEqual([]);
  });

  it("is missed where there is none, or none that calls a kit", () => {
    const missed = ["has no test/*.conformance.test.ts that calls a kit"];
    expect(conformanceProblems("routing", [xy], [])).toEqual(missed);
    expect(conformanceProblems("metrics", [], ["it('runs')"])).toEqual(missed);
  });

  it("names the plugin that no kit examines", () => {
    const yx = { exported: "yx", kind: "routing" };
    const imported = own.replace("{ xy }", "{ xy, yx }");
    expect(conformanceProblems("routing", [xy, yx], [imported])).toEqual([
      "no test/*.conformance.test.ts calls routingKit with yx",
    ]);
  });

  it("is not asked of other families", () => {
    expect(conformanceProblems("analysis", [], [])).toEqual([]);
  });
});

/** Texts of a folder's conformance tests. */
function conformanceTests(folder: string): string[] {
  const test = join(folder, "test");
  return existsSync(test)
    ? readdirSync(test)
        .filter((name) => name.endsWith(".conformance.test.ts"))
        .map((name) => readFileSync(join(test, name), "utf8"))
    : [];
}

describe("every plugin package", () => {
  const packages = libraries().filter(({ family }) =>
    pluginFamilies.includes(family),
  );

  it("is found", () => {
    expect(packages.length).toBeGreaterThan(20);
  });

  it.each(packages.map((p) => [p.path, p] as const))(
    "%s calls its kit",
    (_, { family, folder }) => {
      expect(conformanceProblems(family, [], conformanceTests(folder))).toEqual(
        [],
      );
    },
  );
});
