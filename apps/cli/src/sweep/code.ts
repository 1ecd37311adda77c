import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { digestOf } from "../reproduce/code-identity.ts";
import { dependencies, version } from "../version.ts";

/** Families whose code computes nothing of a run's result. */
const BESIDE = /^@fabriclab\/(experiment|analysis|tooling)-|-(svg|dot)$/;

/**
 * Name -> version of what computes a run; from sources, where the code changes while versions stay, a digest of it.
 *
 * @param modules named with `--plugin`
 */
export function codeOf(modules: readonly string[]): Record<string, string> {
  const code: Record<string, string> = { fabriclab: version };
  for (const name of dependencies) {
    if (!name.startsWith("@fabriclab/") || BESIDE.test(name)) continue;
    code[name] = identityOf(name);
  }
  for (const module of modules)
    code[module] = existsSync(module) ? digestOf(resolve(module)) : module;
  return code;
}

function identityOf(name: string): string {
  if (import.meta.url.endsWith(".ts"))
    return digestOf(dirname(fileURLToPath(import.meta.resolve(name))));
  try {
    const file = createRequire(import.meta.url).resolve(`${name}/package.json`);
    return (JSON.parse(readFileSync(file, "utf8")) as { version: string })
      .version;
  } catch {
    // Bundled into the command: its version is the command's.
    return version;
  }
}
