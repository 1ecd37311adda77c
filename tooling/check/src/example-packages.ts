import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Packages that a text of TypeScript imports, without files of its own folder and what Node brings. */
export const importedBy = (text: string): string[] =>
  [...text.matchAll(/\bfrom\s+"(?![./])(?!node:)((?:@[^/"]+\/)?[^/"]+)/g)].map(
    ([, name]) => name ?? "",
  );

/**
 * What somebody has to install who has this package alone and wants to run its examples: all that they import. None where that comes along with the package.
 *
 * @param manifest of the package
 */
export function packagesOfExamples(
  folder: string,
  manifest: {
    readonly name: string;
    readonly dependencies?: Readonly<Record<string, string>>;
  },
): string[] {
  const examples = join(folder, "examples");
  if (!existsSync(examples)) return [];
  const imported = new Set(
    readdirSync(examples)
      .filter((name) => name.endsWith(".ts"))
      .flatMap((name) =>
        importedBy(readFileSync(join(examples, name), "utf8")),
      ),
  );
  const comesAlong = (name: string): boolean =>
    name === manifest.name || manifest.dependencies?.[name] !== undefined;
  return [...imported].every(comesAlong)
    ? []
    : [...imported.add(manifest.name)].sort();
}

/** Files outside of the folder of examples that one of them imports: examples are packed, and what they import from there is not. */
export function importsOutside(
  folder: string,
): { readonly example: string; readonly imported: string }[] {
  const examples = join(folder, "examples");
  if (!existsSync(examples)) return [];
  return readdirSync(examples)
    .filter((name) => name.endsWith(".ts"))
    .flatMap((example) =>
      [
        ...readFileSync(join(examples, example), "utf8").matchAll(
          /\bfrom\s+"(\.\.\/[^"]*)"/g,
        ),
      ].map(([, imported = ""]) => ({ example, imported })),
    );
}

/** The packages in one command of a shell. */
export function installCommand(names: readonly string[]): string {
  const scope = "@fabriclab/";
  const own = names.filter((name) => name.startsWith(scope));
  const short = own.map((name) => name.slice(scope.length));
  return [
    "npm i",
    ...(short.length > 1 ? [`${scope}{${short.join(",")}}`] : own),
    ...names.filter((name) => !name.startsWith(scope)),
  ].join(" ");
}
