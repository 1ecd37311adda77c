import { readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";
import { build, type Plugin } from "esbuild";

/**
 * Puts sources together in a few files, from which Node.js then runs them. The code is the same, and what it says of `import.meta` keeps the place
 * of the source, so that it finds what lies beside it.
 *
 * @param groups sources, from `root`; those of a group have what they import in common, as one copy
 * @param folder where the bundles go, and `redirect.mjs`, a module for `--import` that takes Node.js from the sources to them
 */
export async function bundle(
  root: string,
  groups: readonly (readonly string[])[],
  folder: string,
): Promise<void> {
  const places = await Promise.all(
    groups.map((sources) => bundleGroup(root, sources, folder)),
  );
  writeFileSync(
    join(folder, "redirect.mjs"),
    redirect(Object.assign({}, ...places) as Record<string, string>),
  );
}

/** URL of each source -> that of its bundle. */
async function bundleGroup(
  root: string,
  sources: readonly string[],
  folder: string,
): Promise<Record<string, string>> {
  const names = sources.map((source) =>
    source.slice(0, -".ts".length).replaceAll("/", "-"),
  );
  await build({
    entryPoints: sources.map((source, i) => ({
      in: join(root, source),
      out: names[i] ?? basename(source),
    })),
    outdir: folder,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    target: "node24",
    conditions: ["fabriclab-source"],
    plugins: [ownPlace(root), apart],
    // for installed CommonJS modules, which ask for Node.js's own
    banner: {
      js: `const require = process.getBuiltinModule("module").createRequire(${JSON.stringify(root)});`,
    },
    logLevel: "warning",
  });
  return Object.fromEntries(
    sources.map((source, i) => [
      pathToFileURL(join(root, source)).href,
      pathToFileURL(join(folder, `${names[i] ?? ""}.mjs`)).href,
    ]),
  );
}

/**
 * Sources keep their names, and give what their bundle gives: what asks where a module lies is told of the source.
 *
 * A query asks for one more copy of a module, of its bundle, too.
 */
const redirect = (places: Readonly<Record<string, string>>): string => `
import { registerHooks } from "node:module";
const places = ${JSON.stringify(places, undefined, 1)};
registerHooks({
  load(url, context, next) {
    const [source, query] = url.split("?");
    const place = places[source];
    if (place === undefined) return next(url, context);
    const copy = JSON.stringify(query ? place + "?" + query : place);
    return { format: "module", source: "export * from " + copy, shortCircuit: true };
  },
});
`;

/** What is written of `import.meta` speaks of the source. */
const ownPlace = (root: string): Plugin => ({
  name: "own-place",
  setup({ onLoad }) {
    onLoad({ filter: /\.ts$/ }, ({ path }) => {
      if (!path.startsWith(root) || path.includes("node_modules")) return null;
      const contents = readFileSync(path, "utf8")
        .replaceAll("import.meta.url", JSON.stringify(pathToFileURL(path).href))
        .replaceAll("import.meta.filename", JSON.stringify(path));
      return { contents, loader: "ts" };
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
        return { path: pathToFileURL(found.path).href, external: true };
      },
    );
  },
};
