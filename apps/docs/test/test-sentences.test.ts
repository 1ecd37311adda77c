import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { testSentences } from "../src/test-sentences.ts";

const folder = mkdtempSync(join(tmpdir(), "fabriclab-sentences-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it("reads titles with their groups, and says … for what is computed", () => {
  const file = join(folder, "x.test.ts");
  writeFileSync(
    file,
    `it("stands alone", () => {});
describe("a fabric", () => {
  describe.concurrent("of two", () => {
    it.each([1])("has %i hosts of $name", () => {});
  });
  it.skipIf(x)(\`is \${x} wide\`, () => {});
  other("not a test");
});
`,
  );
  expect(testSentences(file)).toEqual([
    "stands alone",
    "a fabric: of two: has … hosts of …",
    "a fabric: is … wide",
  ]);
});
