import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { expect, it } from "vitest";

const root = fileURLToPath(new URL("../../../", import.meta.url));

/** A hint as the sources write it, `${}` where a value stands. */
interface Hint {
  readonly place: string;
  readonly text: string;
}

/** The texts that an expression may be. */
function textsOf(node: ts.Expression): string[] {
  if (ts.isParenthesizedExpression(node)) return textsOf(node.expression);
  if (ts.isConditionalExpression(node))
    return [...textsOf(node.whenTrue), ...textsOf(node.whenFalse)];
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node))
    return [node.text];
  if (ts.isTemplateExpression(node))
    return [
      node.head.text +
        node.templateSpans.map(({ literal }) => `\${}${literal.text}`).join(""),
    ];
  return [];
}

function hintsOf(file: string): Hint[] {
  const text = readFileSync(`${root}${file}`, "utf8");
  if (!text.includes("hint")) return [];
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const found: Hint[] = [];
  const visit = (node: ts.Node): void => {
    if (
      ts.isPropertyAssignment(node) &&
      ts.isIdentifier(node.name) &&
      node.name.text === "hint"
    ) {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart());
      for (const one of textsOf(node.initializer))
        found.push({ place: `${file}:${line + 1}`, text: one });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

const hints = globSync(
  [
    ...["packages/*/*/src/**/*.ts", "apps/*/src/**/*.ts"],
    "apps/docs/playground/src/**/*.ts",
  ],
  { cwd: root },
).flatMap(hintsOf);

it("hints are written alike: from a small letter on, but for names, and without a full stop", () => {
  // Why: a search that finds nothing would let the next lines pass for nothing.
  expect(hints.length).toBeGreaterThan(150);
  const odd = hints.filter(
    ({ text }) =>
      text.trim() === "" ||
      text !== text.trim() ||
      // A word of small letters after a capital is no name of a protocol or program: XY, VL15, OpenSM, MPEG-1.
      /^[A-Z][a-z]*(?:[ ,:]|$)/.test(text) ||
      /[^.]\.$/.test(text),
  );
  expect(odd).toEqual([]);
});
