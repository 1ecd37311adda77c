import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

const locate = createRequire(import.meta.url);

/** Name -> version of packages, as their package.json says. */
export function packageVersions(
  names: readonly string[],
): Record<string, string> {
  return Object.fromEntries(
    names.map((name) => {
      const file = locate.resolve(`${name}/package.json`);
      const { version } = JSON.parse(readFileSync(file, "utf8")) as {
        version: string;
      };
      return [name, version];
    }),
  );
}

/**
 * What the results of a task module depend on besides its input: digests of the code of the packages that it uses, and of its own.
 *
 * Why digests and not versions: in a working copy the code changes while the versions stay, and results of older code would come back.
 *
 * @param names packages; the folder of their entry point (src from sources, dist when installed) is digested
 * @param module the task module: when it is a source, its folder and what all studies share (`run/`); when it is built, the file itself (the
 * names of the chunks that it imports tell their contents)
 */
export function codeIdentity(
  names: readonly string[],
  module: URL,
): Record<string, string> {
  const identity: Record<string, string> = {};
  for (const name of names) {
    identity[name] = digestOf(
      dirname(fileURLToPath(import.meta.resolve(name))),
    );
  }
  const file = fileURLToPath(module);
  const source = file.endsWith(".ts");
  identity["task"] = digestOf(source ? dirname(file) : file);
  if (source)
    identity["run"] = digestOf(
      fileURLToPath(new URL("./run", import.meta.url)),
    );
  return identity;
}

/** SHA-256 over the names and bytes of a file, or of all files below a folder; source maps left out. */
export function digestOf(place: string): string {
  const hash = createHash("sha256");
  const files = statSync(place).isDirectory()
    ? readdirSync(place, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && !entry.name.endsWith(".map"))
        .map((entry) => join(entry.parentPath, entry.name))
        .sort()
    : [place];
  for (const file of files) {
    const bytes = readFileSync(file);
    hash.update(`${relative(place, file)}\n${bytes.length}\n`).update(bytes);
  }
  return hash.digest("hex");
}
