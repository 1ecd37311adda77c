import { readFileSync } from "node:fs";
import ts from "typescript";

/** The word that a call begins with: `it` of `it.each(rows)("…")`. */
function root(expression: ts.Expression): string | undefined {
  if (ts.isIdentifier(expression)) return expression.text;
  if (ts.isPropertyAccessExpression(expression))
    return root(expression.expression);
  if (ts.isCallExpression(expression)) return root(expression.expression);
  return undefined;
}

function words(node: ts.Expression | undefined): string | undefined {
  if (node === undefined) return undefined;
  if (ts.isStringLiteralLike(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return undefined;
  return node.templateSpans.reduce(
    (text, span) => `${text}…${span.literal.text}`,
    node.head.text,
  );
}

/**
 * The sentences that a test file checks: titles of its tests, each with the groups around it. What is computed in a title is `…`.
 *
 * @param file absolute path of a `.test.ts`
 */
export function testSentences(file: string): string[] {
  const source = ts.createSourceFile(
    file,
    readFileSync(file, "utf8"),
    ts.ScriptTarget.Latest,
  );
  const found: string[] = [];
  const visit = (node: ts.Node, group: string): void => {
    let within = group;
    if (ts.isCallExpression(node)) {
      const callee = root(node.expression);
      const title = words(node.arguments[0]);
      if (title !== undefined && callee === "describe")
        within = group === "" ? title : `${group}: ${title}`;
      if (title !== undefined && (callee === "it" || callee === "test"))
        found.push(
          `${group === "" ? "" : `${group}: `}${title.replaceAll(/\$[\w.]+|%[sdifjo]/g, "…")}`,
        );
    }
    ts.forEachChild(node, (child) => visit(child, within));
  };
  visit(source, "");
  return [...new Set(found)];
}
