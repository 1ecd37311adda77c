import { describe, expect, it } from "vitest";
import { fabriclab, workFolder } from "./command.ts";

const folder = workFolder();
let modules = 0;

/** What `explain mine` says of a routing that declares so, with a parameter `tops`. */
const explained = (declared: string) => {
  modules += 1;
  const file = folder.write(
    `routing-${modules}.mjs`,
    `import { updn } from ${JSON.stringify(import.meta.resolve("@fabriclab/routing-updn"))};
import { z } from ${JSON.stringify(import.meta.resolve("zod"))};
export const mine = { ...updn, name: "mine", params: z.object({ tops: z.array(z.string()).optional() }), lists: undefined, opensm: undefined, ${declared} };
`,
  );
  return fabriclab("--plugin", file, "explain", "mine");
};

describe("a routing of --plugin", () => {
  it("may say what OpenSM has of it, and which parameter takes a list", async () => {
    const { code, out } = await explained(
      `opensm: { engine: "mine", needs: ["max_hops 3"] }, lists: { roots: "tops" }, withoutLists: "trees"`,
    );
    expect(code).toBe(0);
    expect(out).toMatch(/^ +routing_engine mine\n +max_hops 3$/m);
  });

  it.each([
    [`opensm: "mine"`, `opensm: "mine"`],
    [`opensm: {}`, "opensm: {}"],
    [`opensm: { engine: "a\\nb" }`, "opensm: {"],
    [`opensm: { engine: "a", needs: "b" }`, `opensm.needs: "b"`],
    [`opensm: { engine: "a", needs: ["b\\nc"] }`, "opensm.needs: ["],
    [`lists: "tops"`, `lists: "tops"`],
    [`lists: { roots: "roots" }`, `lists.roots: "roots"`],
    [`lists: { io: 3 }`, "lists.io: 3"],
  ])(
    "is refused as it is loaded where it declares %s",
    async (declared, got) => {
      const { code, out, err } = await explained(declared);
      expect({ code, out }).toEqual({ code: 2, out: "" });
      expect(err).toContain("E_CLI_PLUGIN_FAILED");
      expect(err).toContain("does not keep to the contract");
      expect(err).toContain(got);
    },
  );
});
