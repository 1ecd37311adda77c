import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { published, root } from "../src/workspace.ts";

/** What the changesets say of a package, by its npm name: `"@fabriclab/x": minor`. */
const bumps = new Map<string, Set<string>>();
for (const file of readdirSync(join(root, ".changeset"))) {
  if (!file.endsWith(".md")) continue;
  const text = readFileSync(join(root, ".changeset", file), "utf8");
  const front = text.split(/^---$/m)[1] ?? "";
  for (const [, name = "", bump = ""] of front.matchAll(
    /^"([^"]+)": (major|minor|patch)$/gm,
  ))
    bumps.set(name, (bumps.get(name) ?? new Set()).add(bump));
}

const unreleased = published().filter((p) => p.manifest.version === "0.0.0");

describe("the first release of a package", () => {
  it("has a changeset that announces it", () => {
    expect(
      unreleased
        .filter(({ manifest: { name } }) => {
          const said = bumps.get(name);
          return said?.has("minor") !== true && said?.has("major") !== true;
        })
        .map(({ path }) => path),
    ).toEqual([]);
  });

  it("is 1.0.0 in core, which all others stand on, and 0.1.0 elsewhere", () => {
    const core = published().filter(({ family }) => family === "core");
    expect(core.length).toBeGreaterThan(0);
    expect(
      core
        .filter(
          ({ manifest: { name, version } }) =>
            version.startsWith("0.") && bumps.get(name)?.has("major") !== true,
        )
        .map(({ path }) => path),
    ).toEqual([]);
    expect(
      unreleased
        .filter(
          ({ family, manifest: { name } }) =>
            family !== "core" && bumps.get(name)?.has("major") === true,
        )
        .map(({ path }) => path),
    ).toEqual([]);
  });
});
