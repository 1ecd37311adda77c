import { FabricError } from "@fabriclab/spec";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LONGEST_LINE } from "../src/source-lines.ts";
import { Notes, sourceLines, type SourceText } from "../src/index.ts";
import { rawLines } from "../src/raw-lines.ts";

const lines = (text: SourceText, notes = new Notes()) =>
  [...sourceLines(text, "a.txt", notes)].map(({ text: one }) => one);

function* pieces(text: string, length: number): Generator<Uint8Array> {
  const bytes = new TextEncoder().encode(text);
  // One array for all pieces, as a file is read.
  const piece = new Uint8Array(length);
  for (let at = 0; at < bytes.length; at += length) {
    const part = bytes.subarray(at, at + length);
    piece.set(part);
    yield piece.subarray(0, part.length);
  }
}

describe("lines", () => {
  it("end in LF or CR LF, start behind a byte order mark, and are counted from 1", () => {
    const notes = new Notes();
    expect(lines("\uFEFFa\r\n\nb\nc", notes)).toEqual(["a", "", "b", "c"]);
    expect(notes.all()).toEqual([
      { message: "lines end in CR LF", line: 1, count: 1 },
      {
        message:
          "the file ends without a line break; its last line may have been cut",
        line: 4,
        count: 1,
      },
    ]);
    expect(lines("")).toEqual([]);
  });

  it("are the same of all bytes at once", () => {
    // A character of two bytes at the border of the pieces that the bytes are cut into.
    const text = `${"x".repeat(2 ** 20 - 3)}\nyµ\n`;
    expect(lines(new TextEncoder().encode(text))).toEqual(lines(text));
    expect(lines(new Uint8Array())).toEqual([]);
  });

  it("may end in CR, and are without the colours of a terminal", () => {
    const notes = new Notes();
    expect(lines("a\rb\r\u001b[0mc\u001b[31;1md\r", notes)).toEqual([
      "a",
      "b",
      "cd",
    ]);
    expect(
      notes.all().map(({ message, line, count }) => [message, line, count]),
    ).toEqual([
      ["lines end in CR", 1, 2],
      ["colour codes of a terminal were taken out", 3, 1],
    ]);
    const odd = new Notes();
    expect(lines("a\u0000b\n", odd)).toEqual(["a\u0000b"]);
    expect(odd.all()[0]?.message).toBe("control characters stand in lines");
  });

  it.each(["\uFEFFSwitch 1\n", "Switch 1\n"])(
    "of UTF-16 are refused: %j",
    (text) => {
      const little = new Uint8Array(Buffer.from(text, "utf16le"));
      const big = little.slice();
      for (let at = 0; at < big.length; at += 2)
        [big[at], big[at + 1]] = [little[at + 1] ?? 0, little[at] ?? 0];
      for (const bytes of [little, big])
        expect(() => lines([bytes])).toThrow(/two bytes for each character/);
    },
  );

  it("that begin with bytes of no text are not called UTF-16, though its mark looks like them", () => {
    const bytes = Uint8Array.of(0xff, 0xfe, 0x80, 0x00, 0x9f, 0xc1, 0x00, 0x00);
    expect(() => lines([bytes])).not.toThrow();
  });

  it("are the same piece by piece, wherever the pieces end", () => {
    const word = fc.constantFrom(
      "a",
      "\n",
      "\r\n",
      "é",
      "€",
      "𝄞",
      " ",
      "\r",
      "\n\n",
      "\uFEFF",
    );
    fc.assert(
      fc.property(
        fc.array(word, { maxLength: 40 }).map((words) => words.join("")),
        fc.integer({ min: 1, max: 9 }),
        (text, length) => {
          const [whole, parted] = [new Notes(), new Notes()];
          expect(lines(pieces(text, length), parted)).toEqual(
            lines(text, whole),
          );
          expect(parted.all()).toEqual(whole.all());
        },
      ),
    );
  });

  it("are those that a split of the whole text finds, with their numbers, but for blank ones", () => {
    const some = fc.constantFrom(
      ...["a", "é", "𝄞", " ", "\t", "\uFEFFb", " \r\n", "\t\n"],
      ...["\n", "\n\n\n", "\r\n", "\r\n\r\n", "\r", "\r\r\n"],
    );
    fc.assert(
      fc.property(
        fc.array(some, { maxLength: 40 }),
        fc.integer({ min: 1, max: 7 }),
        (parts, size) => {
          const text = parts.join("");
          // Of several CR before an LF all end one line.
          const split = text
            .replace(/^\uFEFF/, "")
            .replace(/\r+\n/g, "\n")
            .replace(/\r+$/, "")
            .split(/\r|\n/)
            .map((one, at) => [one, at + 1] as const)
            .filter(([one]) => one.trim() !== "");
          for (const source of [text, pieces(text, size)]) {
            const found = [...sourceLines(source, "a.txt", new Notes())];
            expect(
              found
                .filter((one) => one.text.trim() !== "")
                .map((one) => [one.text, one.number]),
            ).toEqual(split);
            expect(
              found.some(
                (one, at) => one.text === "" && found[at + 1]?.text === "",
              ),
            ).toBe(false);
          }
        },
      ),
    );
  });

  it("that are blank and follow one another are one, with the number of the last", () => {
    const text = `\n\nb\n${" \t\n".repeat(3)}c\n \r\n\r\n\n\r\r\n`;
    const numbered = [
      ["", 2],
      ["b", 3],
      ["", 6],
      ["c", 7],
      ["", 11],
    ];
    for (const source of [text, pieces(text, 3)]) {
      const notes = new Notes();
      expect(
        [...sourceLines(source, "a.txt", notes)].map((one) => [
          one.text,
          one.number,
        ]),
      ).toEqual(numbered);
      expect(notes.all()).toEqual([
        { message: "lines end in CR LF", line: 8, count: 3 },
      ]);
    }
  });

  it("that are blank cost nothing each", () => {
    let raw = 0;
    for (const { count } of rawLines("\n".repeat(1e6), LONGEST_LINE)) {
      raw += 1;
      expect(count).toBe(1e6);
    }
    expect(raw).toBe(1);
    const long = " ".repeat(LONGEST_LINE + 1);
    expect(() => lines(`${long}\n`)).toThrow(FabricError);
    expect(() => lines(pieces(`${long}\n`, 2 ** 16))).toThrow(FabricError);
  });

  it("say that bytes are no UTF-8", () => {
    const notes = new Notes();
    expect(lines([Uint8Array.of(97, 0xe9, 10)], notes)).toEqual(["a\uFFFD"]);
    expect(notes.all()[0]?.message).toMatch(/no UTF-8/);
  });

  it("of more than a megabyte are refused, and no more is read", () => {
    let given = 0;
    function* endless(): Generator<Uint8Array> {
      for (;;) {
        given += 1;
        yield new Uint8Array(2 ** 16).fill(48);
      }
    }
    expect(() => lines(endless())).toThrow(FabricError);
    expect(given).toBe(17);
    expect(() => lines("x".repeat(LONGEST_LINE + 1))).toThrow(FabricError);
  });
});

describe("notes", () => {
  it("are kept by message, and of more than a thousand messages the others together", () => {
    const notes = new Notes();
    for (let i = 0; i < 1500; i++) notes.add(`message ${i}`, i + 1);
    notes.add("message 3", 9999);
    expect(notes.all()).toHaveLength(1001);
    expect(notes.all()[3]).toEqual({ message: "message 3", line: 4, count: 2 });
    expect(notes.all().at(-1)).toEqual({
      message: "other oddities, of more kinds than are listed",
      line: 1001,
      count: 500,
    });
  });
});
