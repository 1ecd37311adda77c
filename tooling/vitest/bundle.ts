import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { build, type Plugin } from "esbuild";

/** A module from which threads or processes begin, and the file that it is bundled into. */
export type Places = ReadonlyMap<string, string>;

/**
 * Where each source lies in the bundle.
 *
 * @param root folder of the workspace
 * @param sources from `root`
 * @param folder where the bundle goes
 */
export const placesIn = (
  root: string,
  sources: readonly string[],
  folder: string,
): Places =>
  new Map(
    sources.map((source) => [
      join(root, source),
      join(
        folder,
        `${source.replaceAll("/", "-").slice(0, -".ts".length)}.mjs`,
      ),
    ]),
  );

/**
 * Puts sources together in a few files, from which Node.js then runs them. The code is the same, and what it says of `import.meta` keeps the place of the
 * source, so that it finds what lies beside it; modules that it imports by a name which is known only then are those of the bundle.
 *
 * @param groups those of a group have what they import in common, as one copy
 * @param threads what threads begin with
 */
export async function bundle(
  root: string,
  groups: readonly Places[],
  threads: Places,
  folder: string,
): Promise<void> {
  const urls = groups.flatMap((places) =>
    [...places].map(([source, file]) => [hrefOf(source), hrefOf(file)]),
  );
  const redirect = join(folder, "redirect.mjs");
  for (const places of groups)
    await build({
      entryPoints: [...places].map(([source, file]) => ({
        in: source,
        out: file.slice(folder.length + 1, -".mjs".length),
      })),
      outdir: folder,
      outExtension: { ".js": ".mjs" },
      bundle: true,
      splitting: true,
      format: "esm",
      platform: "node",
      target: "node24",
      conditions: ["fabriclab-source"],
      external: [hrefOf(redirect)],
      plugins: [ownPlace(root, threads, hrefOf(redirect)), apart],
      // for installed CommonJS modules, which ask for Node.js's own
      banner: {
        js: `const require = process.getBuiltinModule("module").createRequire(${JSON.stringify(root)});`,
      },
      logLevel: "warning",
    });
  writeFileSync(
    redirect,
    `const places = new Map(${JSON.stringify(urls, undefined, 1)});
// A query asks for one more copy of a module.
export function inBundle(url) {
  const [source, query] = String(url).split("?");
  const place = places.get(source);
  return place === undefined ? url : query ? place + "?" + query : place;
}
`,
  );
}

const hrefOf = (path: string): string => pathToFileURL(path).href;

/** Has threads begin with the bundle: `"./worker.ts"` becomes its URL there. */
export const beginInBundle = (
  text: string,
  path: string,
  places: Places,
): string =>
  text.replaceAll(/(?<!from )"(\.\/[\w-]+\.ts)"/g, (literal, name: string) => {
    const place = places.get(join(dirname(path), name));
    return place === undefined ? literal : JSON.stringify(hrefOf(place));
  });

/** `import(` of what is no literal. */
const COMPUTED_IMPORT = /\bimport\((?:\/\*.*?\*\/\s*)?([\w.]+)\)/g;

/** What is written of `import.meta` speaks of the source; what is imported by a computed name may be in the bundle. */
const ownPlace = (root: string, threads: Places, redirect: string): Plugin => ({
  name: "own-place",
  setup({ onLoad }) {
    onLoad({ filter: /\.ts$/ }, ({ path }) => {
      if (!path.startsWith(root) || path.includes("node_modules")) return null;
      const text = beginInBundle(readFileSync(path, "utf8"), path, threads);
      const placed = text
        .replaceAll("import.meta.url", JSON.stringify(hrefOf(path)))
        .replaceAll("import.meta.filename", JSON.stringify(path))
        .replaceAll(COMPUTED_IMPORT, "import(inBundle($1))");
      return {
        contents: placed.includes("import(inBundle(")
          ? `import { inBundle } from ${JSON.stringify(redirect)};\n${placed}`
          : placed,
        loader: "ts",
      };
    });
  },
});

/** Installed packages that load files of their own, and stay where they are. */
const apart: Plugin = {
  name: "apart",
  setup({ onResolve, resolve }) {
    const inside = Symbol();
    onResolve(
      { filter: /^(tinypool|@resvg\/resvg-js)$/ },
      async ({ path, pluginData, ...from }) => {
        if (pluginData === inside) return null;
        const found = await resolve(path, { ...from, pluginData: inside });
        return { path: hrefOf(found.path), external: true };
      },
    );
  },
};
