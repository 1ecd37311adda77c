import { existsSync, readFileSync } from "node:fs";
import { builtinModules } from "node:module";
import { dirname, join, relative, resolve } from "node:path";
import type { Rule } from "eslint";
import type { Node } from "estree";

interface Manifest {
  readonly name: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

const builtin = new Set(builtinModules);

/** The folder of the nearest package.json above a file. */
function packageFolder(file: string): string | undefined {
  let folder = dirname(file);
  while (!existsSync(join(folder, "package.json"))) {
    const parent = dirname(folder);
    if (parent === folder) return undefined;
    folder = parent;
  }
  return folder;
}

/**
 * Every import of a published source names a dependency of its own package.json, or a file inside its own folder. Workspace
 * packages resolve from everywhere (tests need that), so nothing else would notice.
 */
export const declaredImports: Rule.RuleModule = {
  meta: {
    type: "problem",
    schema: [],
    messages: {
      undeclared:
        "'{{name}}' is not in the dependencies of {{folder}}/package.json",
      outside: "'{{source}}' leaves the package: import it by its name",
    },
  },
  create(context) {
    const folder = packageFolder(context.filename);
    if (folder === undefined) return {};
    const manifest = JSON.parse(
      readFileSync(join(folder, "package.json"), "utf8"),
    ) as Manifest;
    const declared = {
      ...manifest.dependencies,
      ...manifest.optionalDependencies,
      ...manifest.peerDependencies,
    };
    const check = (node: Node | null | undefined): void => {
      if (node?.type !== "Literal" || typeof node.value !== "string") return;
      const source = node.value;
      if (source.startsWith("node:") || builtin.has(source)) return;
      if (source.startsWith(".")) {
        const target = resolve(dirname(context.filename), source);
        if (relative(folder, target).startsWith(".."))
          context.report({ node, messageId: "outside", data: { source } });
        return;
      }
      const name = source
        .split("/")
        .slice(0, source.startsWith("@") ? 2 : 1)
        .join("/");
      if (!(name in declared) && name !== manifest.name)
        context.report({
          node,
          messageId: "undeclared",
          data: { name, folder: relative(context.cwd, folder) },
        });
    };
    return {
      ImportDeclaration: (node) => check(node.source),
      ExportNamedDeclaration: (node) => check(node.source),
      ExportAllDeclaration: (node) => check(node.source),
      ImportExpression: (node) => check(node.source),
    };
  },
};
