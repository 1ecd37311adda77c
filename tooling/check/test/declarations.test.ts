import { expect, test } from "vitest";
import { publishedDeclaration } from "../src/declarations.ts";

test("neighbours of a declaration are named as the files that are published", () => {
  expect(
    publishedDeclaration(
      'export { a } from "./a.ts";\nimport type { B } from "../b/b.ts";\ntype C = import("./c.ts").C;\n',
    ),
  ).toBe(
    'export { a } from "./a.js";\nimport type { B } from "../b/b.js";\ntype C = import("./c.js").C;\n',
  );
});

test("packages, and texts that only look like neighbours, stay", () => {
  const text =
    'import { z } from "zod";\n/** reads "./x.ts" */\nexport type P = "./y.ts";\n';
  expect(publishedDeclaration(text)).toBe(text);
});
