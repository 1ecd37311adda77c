import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";

const folder = mkdtempSync(join(tmpdir(), "fabriclab-kept-"));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const source = new URL("../src/thread-environment.ts", import.meta.url).href;

/** What a process of its own gives its threads, or another value that is known then; a cache cannot be switched off again. */
function given(
  before: string,
  own: Record<string, string>,
  told = "environment",
): unknown {
  const { NODE_COMPILE_CACHE: _, ...environment } = process.env;
  const script = `import module from "node:module"; ${before}
    const { threadEnvironment } = await import(${JSON.stringify(source)});
    const environment = threadEnvironment();
    console.log(JSON.stringify(${told}));`;
  return JSON.parse(
    execFileSync(process.execPath, ["--input-type=module", "-e", script], {
      env: { ...environment, ...own },
      encoding: "utf8",
    }),
  );
}

const enable = `module.enableCompileCache(${JSON.stringify(folder)});`;

describe("the environment of threads", () => {
  it("names the folder where this process keeps compiled code", () => {
    expect(given(enable, { OF_OURS: "7" })).toMatchObject({
      NODE_COMPILE_CACHE: folder,
      OF_OURS: "7",
    });
  });

  it("is given when what this process has compiled lies there", () => {
    const files = `(await import("node:fs")).readdirSync(module.getCompileCacheDir())`;
    expect(given(enable, {}, files)).not.toHaveLength(0);
  });

  it("names none where this process keeps none", () => {
    expect(given("", {})).not.toHaveProperty("NODE_COMPILE_CACHE");
  });
});
