import { join } from "node:path";
import {
  Application,
  TSConfigReader,
  type DocumentationEntryPoint,
} from "typedoc";
import ts from "typescript";
import { docs, icon, libraries, root } from "./repository.ts";

/**
 * Writes the reference of every package, as static pages: one program for all of them, one module per package.
 *
 * @param folder where the pages go
 * @param base path under which a server has the site
 * @returns how many packages it describes
 * @throws Error where TypeDoc reports an error
 */
export async function writeReference(
  folder: string,
  base = "/",
): Promise<number> {
  const app = await Application.bootstrap(
    {
      name: "fabriclab",
      tsconfig: join(docs, "tsconfig.reference.json"),
      skipErrorChecking: true,
      disableGit: true,
      disableSources: true,
      readme: "none",
      excludeInternal: true,
      excludePrivate: true,
      favicon: icon,
      hideGenerator: true,
      includeVersion: false,
      highlightLanguages: ["ts", "sh", "yaml", "json"],
      navigationLinks: { Site: base },
      logLevel: "Error",
      plugin: [],
    },
    [new TSConfigReader()],
  );
  const packages = libraries();
  const program = ts.createProgram(
    packages.map(({ folder: at }) => join(at, "src/index.ts")),
    app.options.getCompilerOptions(app.logger),
  );
  const entryPoints = packages.map(
    ({ folder: at, manifest }): DocumentationEntryPoint => {
      const sourceFile = program.getSourceFile(join(at, "src/index.ts"));
      if (sourceFile === undefined)
        throw new Error(`${manifest.name} has no src/index.ts`);
      return { displayName: manifest.name, program, sourceFile };
    },
  );
  const project = app.converter.convert(entryPoints);
  project.name = "fabriclab";
  await app.generateDocs(project, folder);
  if (app.logger.hasErrors()) throw new Error(`TypeDoc failed in ${root}`);
  return entryPoints.length;
}
