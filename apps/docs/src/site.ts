import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { booksim2Figure, comparedPoints } from "./booksim2-figure.ts";
import { linked, withoutVue } from "./links.ts";
import { navigation } from "./navigation.ts";
import { packageIndex } from "./package-index.ts";
import { packagePage } from "./package-page.ts";
import { policeAll } from "./policy.ts";
import { validationPage } from "./validation-page.ts";
import { writeReference } from "./reference.ts";
import { docs, icon, libraries, output, root, textOf } from "./repository.ts";
import { sources } from "./sources.ts";

/** What was built. */
export interface Site {
  /** Absolute. */
  readonly folder: string;
  /** HTML files, the reference's included. */
  readonly pages: number;
  readonly packages: number;
}

/** The drawings of the home page; scripts/home-drawing.ts makes them. */
const homeFiles = ["home-light.svg", "home-dark.svg"];

const pagesFolder = join(output, "pages");

function write(path: string, text: string): void {
  const file = join(pagesFolder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/** Writes every page as Markdown, and the files to which pages link. @param base path under which a server has the site */
export async function writePages(base: string): Promise<void> {
  rmSync(pagesFolder, { recursive: true, force: true });
  const all = sources();
  const packages = libraries();
  const byFile = new Map(packages.map((p) => [`${p.path}/README.md`, p]));
  const manifests = new Map(packages.map((p) => [p.manifest.name, p]));
  const files = new Set<string>();
  for (const { file, page } of all) {
    const p = byFile.get(file);
    const { text, files: used } = linked(
      withoutVue(textOf(file)),
      file,
      all,
      base,
    );
    used.forEach((one) => files.add(one));
    write(
      page,
      p === undefined ? text : await packagePage(p, text, manifests, base),
    );
  }
  write("packages/index.md", packageIndex());
  write("validation/index.md", validationPage());
  cpSync(icon, join(pagesFolder, "public/icon.svg"));
  for (const name of homeFiles)
    cpSync(join(docs, ".vitepress", name), join(pagesFolder, "public", name));
  write(
    "public/booksim2.svg",
    booksim2Figure(comparedPoints(textOf("apps/docs/validation/booksim2.md"))),
  );
  for (const file of files)
    cpSync(join(root, file), join(pagesFolder, "public/files", file));
}

interface Playground {
  buildPlayground(folder: string, docs: string): Promise<unknown>;
}

/** The playground, where its sources are there. */
async function playground(folder: string): Promise<boolean> {
  const script = join(docs, "playground/build.ts");
  if (!existsSync(script)) return false;
  const { buildPlayground } = (await import(
    pathToFileURL(script).href
  )) as Playground;
  await buildPlayground(folder, "../index.html");
  return true;
}

/**
 * Builds the whole site: pages, reference, playground, a content security policy in each page.
 *
 * @param options.reference false leaves the reference out, for a quick look
 * @param options.base path under which a server has it, `/` unless given
 * @throws Error where a link leads nowhere, a part cannot be built, or the base is no path
 */
export async function buildSite(
  options: { readonly reference?: boolean; readonly base?: string } = {},
): Promise<Site> {
  const { base = "/" } = options;
  if (!/^\/([\w.~-]+\/)*$/.test(base))
    throw new Error(
      `the base ${JSON.stringify(base)} is no path that begins and ends with a slash, such as /lab/`,
    );
  const folder = join(output, "site");
  const withPlayground = existsSync(join(docs, "playground/build.ts"));
  await writePages(base);
  writeFileSync(
    join(output, "navigation.json"),
    JSON.stringify({ base, ...navigation({ playground: withPlayground }) }),
  );
  const { build } = await import("vitepress");
  await build(docs);
  let pages = policeAll(folder);
  if (options.reference !== false) {
    const reference = join(folder, "reference");
    await writeReference(reference, base);
    pages += policeAll(reference, { inlineStyles: true });
  }
  // with a policy of its own
  if (withPlayground) await playground(join(folder, "playground"));
  return { folder, pages, packages: libraries().length };
}
