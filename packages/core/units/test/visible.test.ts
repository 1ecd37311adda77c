import { expect, it } from "vitest";
import { visible } from "../src/index.ts";

it("a foreign text loses what would steer a terminal, and keeps its letters and lines", () => {
  expect(visible("a\u001b]0;x\u0007\u009b2J\u202eb\r")).toBe(
    "a\\x1b]0;x\\x07\\x9b2J\\u202eb\\x0d",
  );
  expect(visible("a\tb\nc é 漢 😀")).toBe("a\tb\nc é 漢 😀");
});
