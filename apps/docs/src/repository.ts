import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import {
  libraries as folders,
  root,
  type Package,
} from "@fabriclab/tooling-check";

export { root, type Package };

/** Every package of packages/ that has something to show; `pnpm packages:check` refuses one without sources or README. */
export const libraries = (): Package[] =>
  folders().filter(
    ({ folder }) =>
      existsSync(join(folder, "src/index.ts")) &&
      existsSync(join(folder, "README.md")),
  );

/** The folder of this app. */
export const docs = join(root, "apps/docs");

/** What a browser shows beside the title. */
export const icon = join(docs, ".vitepress/icon.svg");

/** Everything that the site's build makes; never committed. */
export const output = join(docs, "dist");

/** Text of a file of the repository. */
export const textOf = (path: string): string =>
  readFileSync(join(root, path), "utf8");

const leftOut = new Set(["node_modules", "dist", ".vitepress", "playground"]);

/** Markdown files under a folder of the repository, sorted, as paths from its root; changelogs are left out. */
export function markdownUnder(folder: string): string[] {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { withFileTypes: true })
    .flatMap((entry) => {
      const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory())
        return leftOut.has(entry.name) || entry.name.startsWith(".")
          ? []
          : markdownUnder(path);
      return entry.name.endsWith(".md") && entry.name !== "CHANGELOG.md"
        ? [path]
        : [];
    })
    .sort();
}

/** Files directly in a folder of the repository whose names match; none where the folder does not exist. */
export function filesIn(folder: string, name: RegExp): string[] {
  const path = join(root, folder);
  if (!existsSync(path)) return [];
  return readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isFile() && name.test(entry.name))
    .map((entry) => `${folder}/${entry.name}`)
    .sort();
}
