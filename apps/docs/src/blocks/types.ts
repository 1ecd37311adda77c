import { execFile } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import ts from "typescript";
import { libraries, root } from "../repository.ts";
import type { Block } from "./blocks.ts";

/** Below the repository, so that blocks find the packages that they import. */
const folder = join(root, "node_modules/.cache/fabriclab/blocks");

const parse = (text: string): ts.SourceFile =>
  ts.createSourceFile("x.ts", text, ts.ScriptTarget.Latest, true);

/** Names that a file exports, those of files whose exports it hands on included. */
function exportsOf(file: string): string[] {
  const source = parse(readFileSync(file, "utf8"));
  return source.statements.flatMap((statement) => {
    if (
      ts.isExportDeclaration(statement) &&
      statement.exportClause === undefined &&
      statement.moduleSpecifier !== undefined &&
      ts.isStringLiteral(statement.moduleSpecifier) &&
      statement.moduleSpecifier.text.startsWith(".")
    )
      return exportsOf(join(dirname(file), statement.moduleSpecifier.text));
    if (
      ts.isExportDeclaration(statement) &&
      statement.exportClause !== undefined &&
      ts.isNamedExports(statement.exportClause)
    )
      return statement.exportClause.elements.map(({ name }) => name.text);
    const exported =
      ts.canHaveModifiers(statement) &&
      ts
        .getModifiers(statement)
        ?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
    if (exported !== true) return [];
    if (ts.isVariableStatement(statement))
      return statement.declarationList.declarations.flatMap(({ name }) =>
        ts.isIdentifier(name) ? [name.text] : [],
      );
    return "name" in statement && statement.name !== undefined
      ? [(statement.name as ts.Identifier).text]
      : [];
  });
}

/** Which packages export a name. */
function exporters(): Map<
  string,
  { readonly name: string; readonly path: string }[]
> {
  const found = new Map<string, { name: string; path: string }[]>();
  for (const p of libraries()) {
    for (const name of exportsOf(join(p.folder, "src/index.ts"))) {
      const all = found.get(name) ?? [];
      all.push({ name: p.manifest.name, path: p.path });
      found.set(name, all);
    }
  }
  return found;
}

/** Names that a text uses as values or types, and those that it declares or imports. */
function namesOf(source: ts.SourceFile): {
  readonly used: Set<string>;
  readonly declared: Set<string>;
} {
  const used = new Set<string>();
  const declared = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node)) {
      const { parent } = node;
      const declares =
        "name" in parent &&
        parent.name === node &&
        !ts.isPropertyAccessExpression(parent) &&
        !ts.isPropertyAssignment(parent) &&
        !ts.isPropertySignature(parent) &&
        !ts.isMethodSignature(parent);
      const isKey =
        (ts.isPropertyAccessExpression(parent) && parent.name === node) ||
        (ts.isPropertyAssignment(parent) && parent.name === node);
      if (ts.isShorthandPropertyAssignment(parent)) used.add(node.text);
      else if (declares) declared.add(node.text);
      else if (!isKey) used.add(node.text);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return { used, declared };
}

/** A block as a module: what it takes from around it is declared, and what packages export is imported, on one line before it. */
export class Modules {
  readonly #exporters = exporters();

  /** @throws Error where what is given cannot be parsed */
  of(block: Block): string {
    const all = (block.given ?? "")
      .split(";")
      .map((one) => one.trim())
      .filter((one) => one !== "");
    const returned = all
      .find((one) => one.startsWith("returns: "))
      ?.slice("returns:".length);
    const given = all
      .filter((one) => !one.startsWith("returns: "))
      .map((one) => `declare const ${one};`)
      .join(" ");
    // a part of a function, known by its return
    const isPart = /^return\b/m.test(block.text);
    const open = `export const fragment = ()${returned === undefined ? "" : `:${returned}`} => {`;
    const { used, declared } = namesOf(
      parse(`${given}\n${isPart ? `${open}\n${block.text}};` : block.text}`),
    );
    const imports = [...used]
      .filter((name) => !declared.has(name))
      .flatMap((name) => {
        const from = this.#exporters.get(name);
        if (from === undefined) return [];
        const own = from.find(({ path }) => block.file.startsWith(`${path}/`));
        const spec = from.find((one) => one.name === "@fabriclab/spec");
        const chosen = own ?? spec ?? from[0];
        return chosen === undefined
          ? []
          : [`import { ${name} } from "${chosen.name}";`];
      })
      .join(" ");
    const head = `${imports} ${given} export {};`;
    return isPart
      ? `${head} ${open}\n${block.text}};\n`
      : `${head}\n${block.text}`;
  }
}

/**
 * What the compiler says against blocks of TypeScript, each a module of its own, all in one program.
 *
 * @returns `README.md:12: error TS2304: …`
 */
export async function typeProblems(
  blocks: readonly Block[],
): Promise<string[]> {
  if (blocks.length === 0) return [];
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const modules = new Modules();
  const files = new Map<string, Block>();
  for (const [i, block] of blocks.entries()) {
    const name = `block-${i}.ts`;
    files.set(name, block);
    writeFileSync(join(folder, name), modules.of(block));
  }
  const config = join(folder, "tsconfig.json");
  writeFileSync(
    config,
    JSON.stringify({
      extends: join(root, "tsconfig.base.json"),
      compilerOptions: {
        verbatimModuleSyntax: false,
        typeRoots: [join(root, "node_modules/@types")],
      },
      include: ["*.ts"],
    }),
  );
  const tsc = join(root, "node_modules/.bin/tsc");
  const printed = await promisify(execFile)(
    tsc,
    ["-p", config, "--pretty", "false"],
    {
      cwd: dirname(config),
      maxBuffer: 1 << 26,
    },
  ).then(
    () => "",
    (error: unknown) => {
      const { stdout } = error as { readonly stdout?: string };
      // the compiler itself failed: that is no finding
      if (stdout === undefined || stdout === "") throw error;
      return stdout;
    },
  );
  return printed.split("\n").flatMap((text) => {
    const found = /(block-\d+\.ts)\((\d+),\d+\): (.*)/.exec(text);
    // errors of packages themselves are the type-check's
    if (found === null) return text.startsWith("error ") ? [text] : [];
    const [, name = "", line = "", message = ""] = found;
    const block = files.get(name);
    return block === undefined
      ? [text]
      : [`${block.file}:${block.line + Number(line) - 2}: ${message}`];
  });
}
