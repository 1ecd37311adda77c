import { FabricError } from "@fabriclab/spec";

/** `Cannot find package 'x' imported from /a/b.ts`, `Cannot find module 'x'` and a require stack: what Node.js says. */
const UNRESOLVED =
  /^Cannot find (package|module) '([^']+)'(?: imported from (.+))?/;

/**
 * The refusal of a module that is there, while something that it imports is not.
 *
 * @param specifier the module, as the user named it
 * @param message what Node.js said of the import
 * @returns FabricError E_CLI_PLUGIN_FAILED
 */
export function unresolvedImport(
  specifier: string,
  message: string,
  cause: unknown,
): FabricError {
  const [, , wanted = "", importer = specifier] =
    UNRESOLVED.exec(message) ?? [];
  const isFile = /^(?:\.{0,2}[\\/]|[A-Za-z]:[\\/]|file:)/.test(wanted);
  const name = /^(?:@[^/]+\/)?[^/]+/.exec(wanted)?.[0] ?? wanted;
  return new FabricError({
    code: "E_CLI_PLUGIN_FAILED",
    message: `The plugin module ${specifier} is there, but an import of it is not found: ${wanted === "" ? message : wanted}.`,
    where: { path: `--plugin ${specifier}` },
    got: wanted === "" ? message : `${wanted}, imported from ${importer}`,
    expected: isFile
      ? "imports of files that are there"
      : "imports of packages that are installed where the module lies",
    hint: isFile
      ? "the path of an import begins at the folder of the file that imports it, and has the file's ending"
      : `packages are looked for in the folder of the module and in those above it: npm install ${name} there; in a clone, put the file into the folder of a package that has ${name} among its dependencies`,
    cause,
  });
}
