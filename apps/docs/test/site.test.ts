import { execFile } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { beforeAll, describe, expect, it } from "vitest";
import { docs, libraries, output, root } from "../src/repository.ts";
import { siteProblems } from "../src/site-check.ts";

const site = join(output, "site");
const page = (name: string): string => readFileSync(join(site, name), "utf8");

/** As in the playground's tests. */
const CHROMIUM = process.env["CHROMIUM"] ?? "/usr/bin/chromium";

const run = (args: readonly string[]): Promise<{ readonly stdout: string }> =>
  promisify(execFile)(
    process.execPath,
    ["--conditions=fabriclab-source", ...args],
    { cwd: root, maxBuffer: 1 << 26 },
  );

describe("the built site", () => {
  beforeAll(async () => {
    await run([join(docs, "scripts/build.ts")]);
  }, 600_000);

  it("loads nothing from elsewhere, has a policy in every page, and no link that leads nowhere", () => {
    expect(siteProblems(site)).toEqual([]);
  });

  it("has a page and a reference for every package", () => {
    const without = libraries().filter(
      ({ family, shortName, manifest }) =>
        !existsSync(join(site, `packages/${family}/${shortName}.html`)) ||
        !existsSync(
          join(
            site,
            `reference/modules/${manifest.name.replace(/[@/]/g, "_")}.html`,
          ),
        ),
    );
    expect(without.map(({ path }) => path)).toEqual([]);
  });

  it("leads from the playground back to its first page", () => {
    expect(page("playground/index.html")).toContain('href="../index.html"');
  });

  it("allows no script of a page but those that it was built with", () => {
    const policy =
      /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(
        page("start.html"),
      )?.[1];
    expect(policy).toContain("default-src 'none'");
    expect(policy).toMatch(/script-src 'self'( 'sha256-[^']+')*;/);
    expect(policy).toContain("style-src 'self';");
  });

  it("finds words without a server", () => {
    const chunks = join(site, "assets/chunks");
    const index = readdirSync(chunks)
      .filter((name) => name.includes("localSearchIndex"))
      .map((name) => readFileSync(join(chunks, name), "utf8"))
      .join("");
    expect(index).toContain("dfsssp");
  });

  it("says when to choose a package, what it takes, what it claims, and what its tests hold", () => {
    const cyclic = page("packages/routing/cyclic.html");
    for (const heading of [
      'id="when-to-choose-it"',
      'id="how-it-works"',
      'id="parameters-and-claims-of-cyclic"',
      'id="what-the-tests-hold"',
    ])
      expect(cyclic).toContain(heading);
  });

  it.skipIf(!existsSync(CHROMIUM))(
    "works in a browser without any network: pages of every kind within their policy and the width of a telephone, words that are looked for, the playground",
    async () => {
      const { stdout } = await run([
        join(docs, "playground/test/walk-site.ts"),
        site,
      ]);
      expect(stdout).toBe("nothing to complain of\n");
    },
    120_000,
  );
});
