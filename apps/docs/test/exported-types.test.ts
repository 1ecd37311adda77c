import { join } from "node:path";
import ts from "typescript";
import { expect, it } from "vitest";
import { libraries } from "../src/repository.ts";

const entries = libraries().map((p) => ({
  path: p.path,
  folder: p.folder,
  index: join(p.folder, "src/index.ts"),
}));
const program = ts.createProgram(
  entries.map(({ index }) => index),
  {
    target: ts.ScriptTarget.ES2023,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    customConditions: ["fabriclab-source"],
    allowImportingTsExtensions: true,
    noEmit: true,
  },
);
const checker = program.getTypeChecker();

const resolved = (symbol: ts.Symbol): ts.Symbol =>
  (symbol.flags & ts.SymbolFlags.Alias) === 0
    ? symbol
    : checker.getAliasedSymbol(symbol);

/** Names of types in a declaration, as far as they are written and not inferred; what only its own code sees is left out. */
function typeNames(declaration: ts.Node): ts.Node[] {
  const names: ts.Node[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isBlock(node)) return;
    if (ts.isVariableDeclaration(node)) {
      if (node.type !== undefined) visit(node.type);
      return;
    }
    const { name } = node as ts.NamedDeclaration;
    if (ts.isClassElement(node) && name && ts.isPrivateIdentifier(name)) return;
    if (ts.isTypeReferenceNode(node)) names.push(node.typeName);
    if (ts.isExpressionWithTypeArguments(node)) names.push(node.expression);
    ts.forEachChild(node, visit);
  };
  visit(declaration);
  return names;
}

it.each(entries)(
  "programs can name the types of what $path exports",
  ({ folder, index }) => {
    const file = program.getSourceFile(index);
    const module = file && checker.getSymbolAtLocation(file);
    if (module === undefined) throw new Error(`${index} exports nothing`);
    const exported = checker.getExportsOfModule(module).map(resolved);
    const unnamed = exported.flatMap((symbol) =>
      (symbol.declarations ?? []).flatMap((declaration) =>
        typeNames(declaration).flatMap((name) => {
          const found = checker.getSymbolAtLocation(name);
          const type = found && resolved(found);
          const from = type?.declarations?.[0];
          // Only of these the compiler needs the name; it can write out what an alias stands for.
          return type !== undefined &&
            from !== undefined &&
            (ts.isInterfaceDeclaration(from) || ts.isClassDeclaration(from)) &&
            from.getSourceFile().fileName.startsWith(`${folder}/src/`) &&
            !exported.includes(type)
            ? [`${type.name} of ${symbol.name}`]
            : [];
        }),
      ),
    );
    expect([...new Set(unnamed)]).toEqual([]);
  },
);
