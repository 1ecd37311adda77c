import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import {
  canonicalManifest,
  descriptionOf,
  manifestText,
  npmName,
} from "@fabriclab/tooling-check";
import { format, resolveConfig } from "prettier";
import type { PackageRequest } from "./request.ts";
import { skeleton as skeletonOf } from "./skeleton.ts";

const changesetWords = [
  "amber brave calm eager fair gentle keen lucky merry proud quick rapid sharp swift warm wise",
  "cables credits fibres frames hosts lanes links packets paths ports ranks roots spines switches trees wires",
] as const;

/** A file name that differs for every package, as the changeset tool makes them, but the same each time. */
function changesetName(npm: string): string {
  let hash = 7;
  for (const letter of npm) hash = (hash * 31 + letter.charCodeAt(0)) % 65_521;
  const [first, second] = changesetWords.map((words) => {
    const list = words.split(" ");
    const word = list[hash % list.length] ?? "";
    hash = Math.floor(hash / list.length);
    return word;
  });
  return `${first ?? ""}-${second ?? ""}-${npm.replace("@fabriclab/", "")}`;
}

async function write(root: string, path: string, text: string): Promise<void> {
  const file = join(root, path);
  mkdirSync(dirname(file), { recursive: true });
  const options = { ...(await resolveConfig(file)), filepath: file };
  const plain = file.endsWith(".out") || file.endsWith("CHANGELOG.md");
  writeFileSync(file, plain ? text : await format(text, options));
}

/**
 * Writes a package that compiles and lints, and whose test says that the algorithm is not written.
 *
 * @returns the files, relative to the root
 */
export async function writePackage(
  root: string,
  request: PackageRequest,
): Promise<string[]> {
  const { family, name, summary } = request;
  const folder = `packages/${family}/${name}`;
  const npm = npmName(family, name);
  const skeleton = skeletonOf(request);
  const texts: Record<string, string> = {
    [`${folder}/package.json`]: manifestText(
      canonicalManifest(family, name, {
        description:
          descriptionOf(skeleton.texts["README.md"] ?? "") ?? summary,
        dependencies: skeleton.dependencies,
      }),
    ),
    ...Object.fromEntries(
      Object.entries(skeleton.texts).map(([path, text]) => [
        `${folder}/${path}`,
        text,
      ]),
    ),
    [`${folder}/CHANGELOG.md`]: `# ${npm}\n`,
    [`.changeset/${changesetName(npm)}.md`]: `---\n"${npm}": minor\n---\n\n${summary}\n`,
  };
  for (const [path, text] of Object.entries(texts))
    await write(root, path, text);
  return Object.keys(texts);
}
