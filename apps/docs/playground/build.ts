import { copyFile, mkdir, readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { build } from "esbuild";

const here = import.meta.dirname;

/** What a browser is asked to be. */
const target = ["chrome111", "firefox115", "safari16.4"];

/**
 * Writes the playground into a folder: a page, a style sheet, a script, and a script of its worker, which hold all packages. They are static, load nothing from elsewhere, and
 * work at any address.
 *
 * @param folder made where it is not there
 * @param docs address of the documentation that it is part of, to which the page then has a link
 */
export async function buildPlayground(
  folder: string,
  docs?: string,
): Promise<void> {
  await mkdir(folder, { recursive: true });
  await build({
    entryPoints: {
      playground: join(here, "src/page/main.ts"),
      worker: join(here, "src/worker/main.ts"),
      style: join(here, "static/style/index.css"),
    },
    outdir: folder,
    bundle: true,
    format: "esm",
    target,
    minify: true,
    legalComments: "none",
    conditions: ["fabriclab-source", "browser", "import", "module"],
    logLevel: "warning",
  });
  await copyFile(join(here, "static/icon.svg"), join(folder, "icon.svg"));
  const page = await readFile(join(here, "static/index.html"), "utf8");
  await writeFile(
    join(folder, "index.html"),
    docs === undefined
      ? page
      : page.replace(
          "</h1>",
          `</h1>\n      <a href="${docs}">Documentation</a>`,
        ),
  );
}

// `node --conditions=fabriclab-source apps/docs/playground/build.ts FOLDER`
if (process.argv[1] === import.meta.filename) {
  const [folder] = process.argv.slice(2);
  if (folder === undefined) {
    process.stderr.write("usage: build.ts FOLDER\n");
    process.exitCode = 2;
  } else await buildPlayground(resolve(folder));
}
