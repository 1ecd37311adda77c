import { spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { cacheFolder, libraries, root } from "./workspace.ts";

const emitted = join(cacheFolder, "declarations");

/** `from "./x.ts"` and `import("./x.ts")` of a declaration file. */
const relative = /(\bfrom |\bimport\()"(\.\.?\/[^"]+)\.ts"/g;

/**
 * A declaration file as it is published: its neighbours are named as the files that stand there. The compiler keeps the sources'
 * endings, and it alone understands them.
 */
export const publishedDeclaration = (text: string): string =>
  text.replace(relative, '$1"$2.js"');

/**
 * Writes `dist/*.d.ts` of every library from one program over all sources. Why not one program per package: each would read its
 * dependencies again, which makes up nine tenths of the time of a build.
 *
 * @returns an exit code
 */
export function writeDeclarations(): number {
  rmSync(emitted, { recursive: true, force: true });
  const result = spawnSync(
    "tsc",
    ["-p", "tooling/tsconfig/declarations.json"],
    { cwd: root, encoding: "utf8" },
  );
  if (result.status !== 0) {
    console.error(`${result.stdout}${result.stderr}`);
    return 1;
  }
  let files = 0;
  for (const { folder, path } of libraries()) {
    const from = join(emitted, path, "src");
    if (!existsSync(from)) {
      console.error(`${path}: no declarations came out of its src`);
      return 1;
    }
    for (const name of readdirSync(from, { recursive: true }) as string[]) {
      if (!name.endsWith(".d.ts")) continue;
      const to = join(folder, "dist", name);
      mkdirSync(dirname(to), { recursive: true });
      const text = readFileSync(join(from, name), "utf8");
      writeFileSync(to, publishedDeclaration(text));
      files++;
    }
  }
  console.log(`${files} declaration files`);
  return 0;
}
