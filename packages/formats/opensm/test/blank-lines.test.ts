import { describe, expect, it } from "vitest";
import { linesOf } from "../src/guid-text.ts";

const encoder = new TextEncoder();

describe("blank lines of a dump", () => {
  it.each(["\n", "\r\n"])(
    "with which pieces begin are given once and counted all, ends %j",
    (end) => {
      const blank = encoder.encode(end.repeat(500));
      const pieces = [
        ...[encoder.encode(`first${end}`), blank, blank],
        encoder.encode(`${end}${end}second${end}${end}third${end}`),
      ];
      const lines = [...linesOf(pieces, "a.dump")];
      expect(
        lines
          .filter(({ text }) => text !== "")
          .map(({ text, number }) => [text, number]),
      ).toEqual([
        ["first", 1],
        ["second", 1004],
        ["third", 1006],
      ]);
      expect(lines.map(({ number }) => number)).toEqual([
        ...[1, 501, 1001, 1003, 1004, 1005, 1006],
      ]);
    },
  );

  it("that break off inside a piece's CR LF are no other lines", () => {
    const pieces = ["a\r", "\n\r", "\n\r\n", "b\r\n"].map((text) =>
      encoder.encode(text),
    );
    expect(
      [...linesOf(pieces, "a.dump")].filter(({ text }) => text === "b"),
    ).toMatchObject([{ number: 4 }]);
  });
});
