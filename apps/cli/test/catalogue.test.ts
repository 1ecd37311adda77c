import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { catalogue } from "../src/errors/catalogue.ts";
import { pluginsOf } from "../src/plugins-of.ts";
import { errorExample } from "../src/errors/example.ts";
import { errorPages } from "../src/errors/page.ts";

const root = join(import.meta.dirname, "../../..");

/** Every code that stands as a string in a package's sources, with a file where it does. */
function thrownCodes(): Map<string, string> {
  const folders = readdirSync(join(root, "packages")).flatMap((family) =>
    readdirSync(join(root, "packages", family)).map((name) =>
      join(root, "packages", family, name, "src"),
    ),
  );
  folders.push(
    join(root, "apps/cli/src"),
    join(root, "apps/docs/playground/src"),
  );
  const codes = new Map<string, string>();
  for (const folder of folders) {
    if (statSync(folder, { throwIfNoEntry: false }) === undefined) continue;
    for (const name of readdirSync(folder, {
      recursive: true,
      encoding: "utf8",
    })) {
      if (!name.endsWith(".ts") || name.startsWith("errors/")) continue;
      // plugins that are broken on purpose, for the tests of the conformance kits
      if (folder.endsWith("testing/broken/src")) continue;
      const file = join(folder, name);
      for (const [, code] of readFileSync(file, "utf8").matchAll(
        /["'`](E_[A-Z0-9_]*[A-Z0-9])["'`]/g,
      )) {
        codes.set(code ?? "", file.slice(root.length + 1));
      }
    }
  }
  return codes;
}

describe("the catalogue of errors", () => {
  const thrown = thrownCodes();

  it("finds the codes that packages throw", () => {
    // Why: a search that finds nothing would make the next test pass for nothing.
    expect(thrown.size).toBeGreaterThan(100);
    expect(thrown.has("E_SCENARIO_SYNTAX")).toBe(true);
  });

  it("explains every code that a package throws", async () => {
    const missing: string[] = [];
    for (const [code, file] of thrown) {
      if (code in catalogue) continue;
      // a contributed plugin explains its own codes, so that nothing outside its folder needs an edit
      const index = join(
        root,
        /^packages\/[^/]+\/[^/]+\/src/.exec(file)?.[0] ?? "",
        "index.ts",
      );
      const plugins = existsSync(index)
        ? pluginsOf((await import(index)) as object)
        : [];
      if (!plugins.some((plugin) => code in (plugin.errors ?? {})))
        missing.push(`${code} of ${file}`);
    }
    expect(
      missing,
      "add an entry to apps/cli/src/errors, or to the plugin's `errors`",
    ).toEqual([]);
  });

  it("explains no code that nobody throws", () => {
    const stale = Object.keys(catalogue).filter((code) => !thrown.has(code));
    expect(stale, "remove the entry from apps/cli/src/errors").toEqual([]);
  });

  it("says for each what it means, what provokes it and how to mend it", () => {
    for (const [code, entry] of Object.entries(catalogue)) {
      expect(entry.means, code).toMatch(/^[A-Z0-9`].*[.…]$/);
      expect(entry.mend, code).toMatch(/[.…]$/);
      expect(entry.example, code).not.toBe("");
    }
  });

  it("prints in blocks what tests execute, and situations in sentences", () => {
    const printed = [...errorPages().values()].join("\n");
    const kinds = Object.values(catalogue).map(
      ({ example }) => errorExample(example).kind,
    );
    for (const language of ["yaml", "sh", "ts"] as const)
      expect(printed.split(`\n\`\`\`${language}\n`).length - 1).toBe(
        kinds.filter((kind) => kind === language).length,
      );
    // Those fences and their ends are all that there are.
    expect(printed.match(/^```/gm)).toHaveLength(
      2 * kinds.filter((kind) => kind !== "words").length,
    );
  });

  it("is what the documentation prints", () => {
    const folder = join(root, "apps/docs/errors");
    const printed = new Map(
      readdirSync(folder)
        .sort()
        .map((name) => [name, readFileSync(join(folder, name), "utf8")]),
    );
    const expected = new Map(
      [...errorPages()].sort(([a], [b]) => (a < b ? -1 : 1)),
    );
    expect(printed, "run apps/cli/scripts/write-error-pages.ts").toEqual(
      expected,
    );
  });
});
