import { expect, it } from "vitest";
import { excerpt, oneLine, quoted, visible } from "../src/index.ts";

it("a foreign text loses what would steer a terminal, and keeps its letters and lines", () => {
  expect(visible("a\u001b]0;x\u0007\u009b2J\u202eb\r")).toBe(
    "a\\x1b]0;x\\x07\\x9b2J\\u202eb\\x0d",
  );
  expect(visible("a\tb\nc é 漢 😀")).toBe("a\tb\nc é 漢 😀");
});

it("marks of direction and Unicode's own line ends are seen", () => {
  expect(visible("\u200e\u200f\u061c\u2028\u2029\u2066")).toBe(
    "\\u200e\\u200f\\u061c\\u2028\\u2029\\u2066",
  );
  // A joined emoji and Persian's joiner are letters' own, and stay.
  expect(visible("👩\u200d🚀 می\u200cروم")).toBe("👩\u200d🚀 می\u200cروم");
});

it("a name on one line keeps its letters and forges no second one", () => {
  expect(oneLine("a\nb\r\n\u2028\u001b[2J 漢\t😀")).toBe(
    "a\\nb\\x0d\\n\\u2028\\x1b[2J 漢\t😀",
  );
});

it("an excerpt is as long as it is shown, and never ends within an escape or a letter", () => {
  expect(excerpt("abcdef", 6)).toBe("abcdef");
  expect(excerpt("abcdefg", 6)).toBe("abcdef…");
  expect(excerpt("\0\0\0", 6)).toBe("\\x00…");
  expect(excerpt("ab😀😀", 5)).toBe("ab😀…");
  expect(excerpt("a\nhint: b")).toBe("a\\nhint: b");
  expect(excerpt("\0".repeat(1_000_000))).toHaveLength(61);
});

it("a quoted text stands on one line and can be told from what surrounds it", () => {
  expect(quoted('a "b"\t\\\r\n\u2028')).toBe('"a \\"b\\"\\t\\\\\\r\\n\\u2028"');
  expect(quoted("\0".repeat(100))).toBe(`"${"\\x00".repeat(15)}…"`);
  expect(quoted("")).toBe('""');
});
