import { existsSync, readFileSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { isAbsolute, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { FabricError } from "@fabriclab/spec";
import type { AnyPlugin } from "@fabriclab/formats-scenario";
import { checkPlugin } from "./check-plugin.ts";
import { placeInModule } from "./module-place.ts";
import { isObject, pluginsOf } from "./plugins-of.ts";
import { unresolvedImport } from "./unresolved-import.ts";

/** What a module of `--plugin` holds. */
export interface PluginModule {
  /** As the user named it. */
  readonly specifier: string;
  /** Where it was imported from. */
  readonly url: string;
  /** At least one. */
  readonly plugins: readonly AnyPlugin[];
}

/**
 * Loads the plugins that the user named with `--plugin`: an installed package (looked for from the current folder), or the path of a module or of a
 * package's folder.
 *
 * @throws FabricError `E_CLI_PLUGIN_NOT_FOUND`, `E_CLI_PLUGIN_FAILED` (it threw while loading, or what it imports is not found), `E_CLI_PLUGIN_EMPTY` (no plugin in it),
 * `E_CLI_PLUGIN_VERSION` (made for another version of the contracts)
 */
export async function loadPlugin(specifier: string): Promise<PluginModule> {
  const where = { path: `--plugin ${specifier}` };
  if (isDevice(specifier))
    throw new FabricError({
      code: "E_CLI_PLUGIN_NOT_FOUND",
      message: `${specifier} is no module.`,
      where,
      got: "a device or a pipe",
      expected: "the name of an installed package, or the path of a module",
    });
  let module: object;
  let url = specifier;
  try {
    url = locate(specifier);
    module = (await import(url)) as object;
  } catch (error) {
    // Why not assume an Error: a module may throw anything, null included.
    const code = isObject(error) ? error["code"] : undefined;
    const message = error instanceof Error ? error.message : String(error);
    const missing =
      code === "ERR_MODULE_NOT_FOUND" || code === "MODULE_NOT_FOUND";
    if (missing && isThere(specifier))
      throw unresolvedImport(specifier, message, error);
    throw missing && message.includes(specifier.replace(/^\.\//, ""))
      ? new FabricError({
          code: "E_CLI_PLUGIN_NOT_FOUND",
          message: `The plugin module ${specifier} is not installed here.`,
          where,
          got: specifier,
          expected: "the name of an installed package, or the path of a module",
          hint: isPath(specifier)
            ? "a path is that of a module's file, or of a package's folder, from the current folder"
            : isInstallable(specifier)
              ? `npm install ${specifier}`
              : "code is loaded from this machine only: install it, and name it",
          cause: error,
        })
      : new FabricError({
          code: "E_CLI_PLUGIN_FAILED",
          message: `The plugin module ${specifier} cannot be loaded.`,
          where: placeInModule(url, error) ?? where,
          got:
            error instanceof SyntaxError ? `SyntaxError: ${message}` : message,
          expected: "a module that can be imported",
          ...loadingHint(message),
          cause: error,
        });
  }
  const plugins = pluginsOf(module);
  for (const plugin of plugins) checkPlugin(plugin, where);
  if (plugins.length > 0) return { specifier, url, plugins };
  const other = Object.entries(module).find(
    ([, value]) =>
      isObject(value) &&
      typeof value["spec"] === "string" &&
      typeof value["kind"] === "string",
  );
  if (other !== undefined) {
    throw new FabricError({
      code: "E_CLI_PLUGIN_VERSION",
      message: `The plugin ${other[0]} is made for another version of the contracts.`,
      where,
      got: `spec ${String((other[1] as { spec: unknown }).spec)}`,
      expected: "spec 1",
    });
  }
  throw new FabricError({
    code: "E_CLI_PLUGIN_EMPTY",
    message: `The module ${specifier} exports no plugin.`,
    where,
    got: Object.keys(module).join(", ") || "no exports",
    expected: "an export made by defineRouting, defineTopology, …",
  });
}

/** What mends a module that Node.js does not load, by what it says of it. */
export function loadingHint(message: string): { readonly hint?: string } {
  // In a folder whose package.json says that its files are CommonJS, as `npm init` has it.
  if (
    /^(Cannot use import statement outside a module|Unexpected token 'export')/.test(
      message,
    )
  )
    return {
      hint: 'npm pkg set type=module in its folder, so that package.json says "type": "module"; or end its name in .mjs (.mts)',
    };
  if (/^Unknown file extension "\.[cm]?ts"/.test(message))
    return {
      hint: `Node.js runs TypeScript from 22.18 on, and this is ${process.version}: compile it to JavaScript`,
    };
  if (message.startsWith("Stripping types is currently unsupported"))
    return {
      hint: "Node.js runs no TypeScript inside node_modules: name what the package builds, or a copy outside",
    };
  return {};
}

function locate(specifier: string): string {
  if (isPath(specifier)) {
    if (specifier.startsWith("file:")) return specifier;
    const path = resolve(specifier);
    return pathToFileURL(isPackage(path) ? entryOf(path) : path).href;
  }
  // Why: from the user's folder, not from where this command is installed; a package that only exports ESM is left to `import`.
  try {
    const found = createRequire(resolve("plugins.js")).resolve(specifier);
    return isAbsolute(found) ? pathToFileURL(found).href : specifier;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "MODULE_NOT_FOUND") {
      throw error;
    }
    return specifier;
  }
}

const isInstallable = (specifier: string): boolean =>
  /^(?:@[\w.-]+\/)?[\w.-]+$/.test(specifier);

const isPath = (specifier: string): boolean =>
  /^(\.{1,2}[\\/]|[\\/]|file:)/.test(specifier);

/** What may have no end, and would be read for ever. */
function isDevice(specifier: string): boolean {
  if (!isPath(specifier) || specifier.startsWith("file:")) return false;
  const found = statSync(specifier, { throwIfNoEntry: false });
  return found !== undefined && !found.isFile() && !found.isDirectory();
}

/** Whether a path's module lies where it says: then what is not found is an import inside it. */
function isThere(specifier: string): boolean {
  if (!isPath(specifier)) return false;
  try {
    return existsSync(fileURLToPath(locate(specifier)));
  } catch {
    return false;
  }
}

const isPackage = (path: string): boolean =>
  existsSync(join(path, "package.json"));

/** What a package's folder exports: a package may import itself by its name. */
function entryOf(folder: string): string {
  const manifest = join(folder, "package.json");
  const { name } = JSON.parse(readFileSync(manifest, "utf8")) as {
    readonly name: string;
  };
  return createRequire(manifest).resolve(name);
}
