import { expect, it } from "vitest";
import { missingTargets } from "../src/relative-links.ts";
import { markdownUnder, textOf } from "../src/repository.ts";

it("finds links and examples that are not there, outside code", () => {
  expect(
    missingTargets(
      "[a](src) [b](nowhere.md#x) [`c`](examples/path.ts) `examples/gone.out` `[d](gone)` [e](https://example.org)",
      "packages/routing/xy/README.md",
    ),
  ).toEqual(["nowhere.md", "examples/gone.out"]);
});

it("finds none in any document", () => {
  const files = markdownUnder("");
  expect(files.length).toBeGreaterThan(100);
  expect(
    files.flatMap((file) =>
      missingTargets(textOf(file), file).map((path) => `${file}: ${path}`),
    ),
  ).toEqual([]);
});
